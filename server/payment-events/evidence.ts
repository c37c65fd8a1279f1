import { timeIn } from '#contract/fields/day.ts';
import { formatDocumentNumber } from '#contract/fields/document-number.ts';
import { formatCents } from '#contract/fields/money.ts';
import { recordsOfOrder } from '../account/account-merge-repository.ts';
import { paidPlanName } from '../checkout/receipt.ts';
import type { DbOrTrx as Db } from '../db/pool.ts';
import { readUser } from '../identity/user-repository.ts';
import { readDispute } from '../payments/dispute-repository.ts';
import { readOrder } from '../payments/order-repository.ts';
import { readAttempt } from '../payments/payment-attempt-repository.ts';
import { refundsOf } from '../payments/refund-repository.ts';
import { linesAndNotes, presentQuote } from '../pricing/quote.ts';
import type { StoredQuote } from '../pricing/stored-quote.ts';
import { paidTerms } from '../subscriptions/paid-terms.ts';

export type EvidenceSection = { heading: string; rows: { label: string; value: string }[] };
export type Evidence = { title: string; sections: EvidenceSection[]; country: string };

/** Read by operators and banks: English, and instants in UTC. */
const language = 'en';
const instant = (at: Date) => `${timeIn(at, 'UTC')} UTC`;

/** Whose payment a dispute is about; null if it is unknown or not about one of our orders. */
export async function payerOfDispute(db: Db, disputeId: string): Promise<string | null> {
  const order = await db
    .selectFrom('disputes')
    .innerJoin('orders', 'orders.id', 'disputes.orderId')
    .select('orders.userId')
    .where('disputes.id', '=', disputeId)
    .executeTakeFirst();
  return order?.userId ?? null;
}

/**
 * Evidence for a bank that a payment was authorised and the service used: only about the payer, without network
 * addresses, and without the other parent's name. Null for a dispute that is unknown or not about one of our orders.
 */
export async function readEvidence(db: Db, disputeId: string): Promise<Evidence | null> {
  const dispute = await readDispute(db, disputeId);
  const order = dispute?.orderId ? await readOrder<StoredQuote>(db, dispute.orderId) : null;
  const [payer, attempt] = order
    ? await Promise.all([readUser(db, order.userId), readAttempt(db, order.attemptId)])
    : [null, null];
  if (!dispute || !order || !payer) return null;
  const terms = (await paidTerms(db, [order.id])).filter(({ userId }) => userId === payer.id);
  const records = await recordsOfOrder(db, order);
  const { lines, totals } = presentQuote(order.quote, { language });
  const method = order.paymentMethod;
  const charged = { at: order.createdAt, transaction: order.transactionId ?? '', attempt: order.attemptId };
  return {
    title: `Evidence for dispute ${dispute.id}`,
    country: order.country ?? 'US',
    sections: [
      {
        heading: 'Dispute',
        rows: [
          { label: 'Kind and reason', value: `${dispute.kind}, ${dispute.reason}` },
          { label: 'Amount', value: formatCents(dispute.amountCents) },
          { label: 'Evidence until', value: dispute.replyBy ?? '' },
        ],
      },
      {
        heading: 'Payment',
        rows: [
          { label: 'Paid by', value: `${payer.firstName} ${payer.lastName}`.trim() },
          { label: 'Paid at', value: instant(charged.at) },
          { label: 'Transaction', value: charged.transaction },
          { label: 'Order ID sent', value: charged.attempt },
          { label: 'Invoice', value: formatDocumentNumber(order.invoice) },
          { label: 'Method', value: [method?.type, method?.cardBrand, method?.cardLastFour].filter(Boolean).join(' ') },
          ...authenticationRows(attempt?.outcome),
        ],
      },
      {
        heading: 'What was paid for',
        rows: [
          { label: 'Plan', value: paidPlanName(order, { terms, language }) },
          ...terms.flatMap(({ from, until }) =>
            from && until ? [{ label: 'Time', value: `${from} until ${until}` }] : [],
          ),
          ...linesAndNotes(lines, language).rows.map(({ label, amountFormatted }) => ({
            label,
            value: amountFormatted,
          })),
          { label: 'Total', value: totals.totalFormatted },
        ],
      },
      { heading: 'Agreed to', rows: await consentRows(db, records) },
      { heading: 'Emails sent', rows: await mailRows(db, records) },
      { heading: 'Logged in', rows: await signInRows(db, records) },
      {
        heading: 'Refunds',
        rows: (await refundsOf(db, [order.id])).map(({ amountCents, reason, state, requestedAt }) => ({
          label: instant(requestedAt),
          value: `${formatCents(amountCents)}, ${reason}, ${state}`,
        })),
      },
    ],
  };
}

/** The bank's result of the payer's authentication. */
function authenticationRows(outcome: unknown): EvidenceSection['rows'] {
  const { authentication } = { authentication: null, ...(outcome as object | null) } as {
    authentication: Record<string, unknown> | null;
  };
  return Object.entries(authentication ?? {})
    .filter(([, value]) => value !== null)
    .map(([name, value]) => ({ label: `3-D Secure ${name}`, value: String(value) }));
}

type OrderRecords = Awaited<ReturnType<typeof recordsOfOrder>>;

async function consentRows(db: Db, { userIds }: OrderRecords) {
  const rows = await db
    .selectFrom('consents')
    .select(['kind', 'given', 'textVersion', 'form', 'recordedAt'])
    .where('userId', 'in', userIds)
    .orderBy('recordedAt')
    .execute();
  return rows.map(({ kind, given, textVersion, form, recordedAt }) => ({
    label: instant(recordedAt),
    value: `${kind} ${given ? 'given' : 'not given'}, text of ${textVersion}, ${form}`,
  }));
}

async function mailRows(db: Db, { userIds }: OrderRecords) {
  const rows = await db
    .selectFrom('sentMails')
    .select(['template', 'sentAt'])
    .where('userId', 'in', userIds)
    .orderBy('sentAt')
    .execute();
  return rows.map(({ template, sentAt }) => ({ label: instant(sentAt), value: template }));
}

/** Browser and time; network addresses are not stored. */
async function signInRows(db: Db, { userIds, signIns }: OrderRecords) {
  const rows = await db
    .selectFrom('sessions')
    .select(['device', 'createdAt', 'lastSeenAt'])
    .where('userId', 'in', userIds)
    .orderBy('createdAt')
    .execute();
  return [...signIns, ...rows].map(({ device, createdAt, lastSeenAt }) => ({
    label: instant(createdAt),
    value: `${device}, last seen ${instant(lastSeenAt)}`,
  }));
}
