import { collectEvidence } from '../../payment-events/evidence.ts';
import { aboutSubject } from '../action.ts';
import { nothingSent } from './sentences.ts';

/** What shows a bank that a payment was asked for and used, by the dispute. It names the payer. */
export const collectDisputeEvidence = aboutSubject({
  offer: async (db, { subject }) => {
    const dispute = await db
      .selectFrom('disputes')
      .select('orderId')
      .where('id', '=', subject)
      .where('orderId', 'is not', null)
      .executeTakeFirst();
    if (!dispute) return [];
    return [
      {
        subject,
        sentences: [
          'You see what the payer bought, agreed to, was sent and signed in with, until you leave this page. It names the payer and nobody else.',
          'Answer at the gateway, under Disputes, before the last day is over.',
          nothingSent,
        ],
      },
    ];
  },
  effect: async (trx, { subject }) =>
    (await collectEvidence(trx, subject))?.sections.flatMap(({ heading, rows }) =>
      rows.map(({ label, value }) => ({ label: `${heading}: ${label}`, value })),
    ),
});
