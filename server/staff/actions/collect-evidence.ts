import { payerOfDispute, readEvidence } from '../../payment-events/evidence.ts';
import { subjectAction } from '../action.ts';
import { nothingSent } from './sentences.ts';

/** Collects evidence for a dispute that the payment was authorised and the service used. It contains personal data. */
export const collectEvidence = subjectAction({
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
          'Until you leave this page, you see what the payer bought and agreed to, what they were sent, and how they logged in. It names the payer and no one else.',
          'Answer at the gateway, under Disputes, before the last day is over.',
          nothingSent,
        ],
      },
    ];
  },
  owner: payerOfDispute,
  effect: async (trx, { subject }) =>
    (await readEvidence(trx, subject))?.sections.flatMap(({ heading, rows }) =>
      rows.map(({ label, value }) => ({ label: `${heading}: ${label}`, value })),
    ),
});
