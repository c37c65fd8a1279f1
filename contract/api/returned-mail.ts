import * as z from 'zod/mini';
import { publicHeaders } from './headers.ts';
import { route } from './route.ts';

/**
 * Why mails to one's own address are suppressed: it bounced (`RETURNED`), or its reader complained of spam
 * (`COMPLAINT`), after which only requested mails are sent. Null while mails are sent.
 */
export const returnedMail = z.nullable(z.enum(['RETURNED', 'COMPLAINT']));
export type ReturnedMail = z.output<typeof returnedMail>;

export const tryMailAgain = route({
  method: 'DELETE',
  path: '/v2/account/returned-mail',
  tag: 'Account',
  headers: publicHeaders,
  caller: 'signed-in',
  summary: 'Resume mails suspended after a bounce; after a complaint, mail its reader the link that resumes them',
  limits: ['change-account'],
  /** After a complaint only the reader of the mailbox can resume its mails: it stays until they open the link. */
  answer: z.object({ returnedMail }),
});
