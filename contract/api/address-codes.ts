import * as z from 'zod/mini';
import { email } from '../fields/fields.ts';
import { verificationCode } from '../sign-in/recovery-forms.ts';
import { publicHeaders } from './headers.ts';
import { route } from './route.ts';

/**
 * "This is my address": for a user who is told that an account may already have it. The response is the same for every
 * address; a code is mailed only if an account has it unproved. A cookie ties the code to this browser, which then
 * counts as the address's reader.
 */
const anybody = { tag: 'Registrations', caller: 'anyone', headers: publicHeaders } as const;

export const askAddressCode = route({
  method: 'POST',
  path: '/v2/address-codes',
  ...anybody,
  summary: 'Mail a code to an address that an account may hold without having proved it',
  limits: ['ask-recovery'],
  body: z.object({ email }),
  answer: z.object({ outcome: z.literal('SENT') }),
});

/** `proven`: the address is now free for this browser. `triesLeft` 0: a new code is needed. */
export const checkAddressCode = route({
  method: 'POST',
  path: '/v2/address-codes/check',
  ...anybody,
  summary: 'Check the mailed code; the account that never proved the address loses it',
  limits: ['check-code'],
  body: z.object({ code: verificationCode }),
  answer: z.object({ proven: z.boolean(), triesLeft: z.int() }),
});
