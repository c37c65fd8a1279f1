import * as z from 'zod/mini';
import { bearerHeaders } from '../headers.ts';
import { route } from '../route.ts';

const answer = z.object({ stopped: z.boolean() });

/** For readers of invites, who need no account. */
export const stopInvites = route({
  method: 'PUT',
  path: '/v2/invite-stop',
  tag: 'Invites',
  headers: bearerHeaders,
  caller: 'stop-invites-link',
  summary: 'Stop all invites to the mailbox of a mailed link, or allow them again',
  limits: ['use-token'],
  body: z.object({ stopped: z.boolean() }),
  answer,
});

/** Called by mail programs (RFC 8058). They send none of our headers, and nobody reads the response. */
export const stopInvitesByMailProgram = route({
  method: 'POST',
  path: '/v2/invite-stops/:token',
  tag: 'Invites',
  caller: 'anyone',
  summary: "Stop all invites to a mailbox by a mail's List-Unsubscribe header",
  limits: ['stop-invites'],
  // The token in its path is one that we signed.
  signedForm: true,
  params: z.object({ token: z.string().check(z.regex(/^[\w-]{65}$/)) }),
  answer,
  errors: ['TOKEN_INVALID'],
});
