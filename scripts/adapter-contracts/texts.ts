import * as z from 'zod';
import type { SmsGateway } from '#server/gateways/sms/port.ts';
import { check } from '#server/go-live/check.ts';

const outcome = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('sent'), providerId: z.string().min(1) }),
  z.object({
    outcome: z.literal('retry'),
    cause: z.enum(['connection', 'timeout', 'authentication', 'provider_busy']),
  }),
  z.object({
    outcome: z.literal('refused'),
    cause: z.enum([
      'number_invalid',
      'number_not_mobile',
      'number_unreachable',
      'recipient_opted_out',
      'message_refused',
    ]),
  }),
]);

/** What the jobs that send texts rely on. No number that it asks for exists. */
export const textsContract = (texts: SmsGateway) => [
  check({
    name: 'a text to a number that nobody has is refused or tried again, and never an error',
    find: async () => {
      const answer = outcome.safeParse(await texts.send({ to: '+15005550001', body: 'check-adapter' })).data;
      return answer && answer.outcome !== 'sent' ? null : 'wrong';
    },
    mend: { wrong: 'answer as client/src/ports/texts.ts says' },
  }),
  check({
    name: 'a report that the provider did not sign is none',
    find: async () => (texts.readReport({ signature: '', form: { MessageSid: 'SM1' } }) === null ? null : 'trusted'),
    mend: { trusted: 'return null unless the signature proves who sent it' },
  }),
];
