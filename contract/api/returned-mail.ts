import * as z from 'zod/mini';
import { publicHeaders } from './headers.ts';
import { route } from './route.ts';

/**
 * Why mails to one's own address stay away: it took none (`RETURNED`), or somebody who reads it called one spam
 * (`COMPLAINT`), after which only what is asked for is sent. Null while mails leave.
 */
export const returnedMail = z.nullable(z.enum(['RETURNED', 'COMPLAINT']));
export type ReturnedMail = z.output<typeof returnedMail>;

export const tryMailAgain = route({
  method: 'DELETE',
  path: '/v2/account/returned-mail',
  tag: 'Account',
  headers: publicHeaders,
  caller: 'signed-in',
  summary: 'Say that one’s address takes mail again, or that one wants it again',
  limits: ['change-account'],
  answer: z.object({ returnedMail }),
});
