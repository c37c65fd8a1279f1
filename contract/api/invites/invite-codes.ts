import * as z from 'zod/mini';
import { day, id } from '../../fields/fields.ts';
import { publicHeaders } from '../headers.ts';
import { route } from '../route.ts';

/** An invite to print: its address and code to read out, and the letter as PDF in base64. */
export const inviteLetter = z.object({
  code: z.string(),
  address: z.string(),
  expiresOn: day,
  fileName: z.string(),
  pdfBase64: z.string(),
});

/**
 * The code of a printed invite, typed at the invite page. It gives the same access as the mailed link, and is not
 * consumed.
 */
export const exchangeInviteCode = route({
  method: 'POST',
  path: '/v2/invite-codes/exchange',
  tag: 'Invites',
  summary: "Exchange a letter's code for the invite token; attempts are limited",
  caller: 'anyone',
  limits: ['exchange-invite-code'],
  headers: publicHeaders,
  body: z.object({ code: z.string().check(z.maxLength(64)) }),
  answer: z.object({ inviteToken: z.string(), userId: id }),
});
