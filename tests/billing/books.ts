import { unexplained } from './double-refunds.ts';

/** The books of one night as plain rows. Amounts are integer cents. */
export type NightBooks = {
  ledger: { orderId: string | null; amountCents: number; credit: 'merchant' | 'customer'; kind: string }[];
  theirDisputes: { id: string; status: string; amountCents: number; amountWonCents: number }[];
  orders: {
    id: string;
    attemptId: string;
    totalCents: number;
    refundedCents: number;
    transactionId: string | null;
    settlementDeclinedAt: Date | null;
  }[];
  refunds: {
    id: string;
    orderId: string;
    state: string;
    amountCents: number;
    returnedCount: number;
    /** When the gateway was asked for the refund. */
    askedAt: Date | null;
  }[];
  /** `createdAt`: when we learned of it. */
  disputes: {
    id: string;
    orderId: string | null;
    kind: string;
    state: string;
    amountCents: number;
    createdAt: Date;
  }[];
  documents: {
    orderId: string;
    kind: string;
    series: string;
    number: number;
    amountCents: number;
    rowsCents: number;
  }[];
  attempts: { id: string; state: string }[];
  differences: { kind: string; transactionId: string }[];
};

type Dispute = NightBooks['theirDisputes'][number];

const sum = <T>(rows: readonly T[] | undefined, of: (row: T) => number) =>
  (rows ?? []).reduce((total, row) => total + of(row), 0);
const taken = new Set(['VOIDED', 'SETTLING', 'REFUNDED']);
const ours: Record<string, string> = {
  open: 'OPEN',
  disputed: 'DISPUTED',
  under_review: 'UNDER_REVIEW',
  expired: 'EXPIRED',
  accepted: 'ACCEPTED',
  auto_accepted: 'ACCEPTED',
  lost: 'LOST',
  won: 'WON',
};
const isOpen = ({ status }: Dispute) => ['open', 'disputed', 'under_review'].includes(status);
/** The cents of a dispute that the bank holds, or has returned to its customer. */
const awayCents = ({ status, amountCents, amountWonCents }: Dispute) =>
  status === 'won' ? amountCents - amountWonCents : amountCents;

/**
 * The disagreements between orders, refunds, documents and the gateway's ledger, in words; empty if there are none.
 * Computed from the gateway's records, without the server's rules.
 */
export function disagreements(books: NightBooks): string[] {
  const ledgerOf = Map.groupBy(books.ledger, saleOf(books));
  const refundsOf = Map.groupBy(books.refunds, ({ orderId }) => orderId);
  const disputesOf = Map.groupBy(books.disputes, ({ orderId }) => orderId ?? 'none');
  const documentsOf = Map.groupBy(books.documents, ({ orderId }) => orderId);
  const theirs = new Map(books.theirDisputes.map((dispute) => [dispute.id, dispute]));
  const known = new Set(books.orders.map(({ attemptId }) => attemptId));
  const [backTwice, others] = [
    books.differences.filter(({ kind }) => kind === 'BACK_TWICE'),
    books.differences.filter(({ kind }) => kind !== 'BACK_TWICE'),
  ];
  const twice = new Set(backTwice.map(({ transactionId }) => transactionId));
  const perOrder = books.orders.flatMap(({ id, attemptId, ...order }) => {
    const refunds = refundsOf.get(id) ?? [];
    const disputes = (disputesOf.get(id) ?? []).flatMap((dispute) => {
      const their = theirs.get(dispute.id);
      return their ? [{ ...their, knownAt: dispute.createdAt }] : [];
    });
    const back = sum(refunds, ({ state, amountCents }) => (taken.has(state) ? amountCents : 0));
    const owed = sum(refunds, ({ state, returnedCount, amountCents }) =>
      state === 'PENDING' && returnedCount > 0 ? amountCents : 0,
    );
    const [decided, open] = [disputes.filter((one) => !isOpen(one)), disputes.filter(isOpen)];
    const [returned, held] = [sum(decided, awayCents), sum(open, awayCents)];
    const came = order.settlementDeclinedAt === null ? order.totalCents : 0;
    const stored = sum(
      ledgerOf.get(attemptId),
      ({ credit, amountCents }) => (credit === 'merchant' ? 1 : -1) * amountCents,
    );
    const documents = documentsOf.get(id) ?? [];
    const said = sum(documents, ({ kind, amountCents }) => (kind === 'CREDIT_NOTE' ? -1 : 1) * amountCents);
    const invoiced = sum(documents, ({ kind, amountCents }) => (kind === 'INVOICE' ? amountCents : 0));
    const invoices = documents.filter(({ kind }) => kind === 'INVOICE').length;
    const says = (what: string, one: number, other: number) =>
      one === other ? [] : [`order ${id}: ${what}: ${one}, not ${other}`];
    return [
      ...says('the gateway keeps', stored, came - back - returned - held),
      ...says('the order was refunded', order.refundedCents, back),
      ...says('the documents leave', said, Math.max(0, came - back - owed - returned)),
      ...says('the invoice is of', invoiced, order.totalCents),
      ...says('it has invoices', invoices, 1),
      ...unexplained({
        order: { id, ...order },
        sent: refunds.filter(({ state }) => taken.has(state)),
        away: decided.map((dispute) => ({ awayCents: awayCents(dispute), knownAt: dispute.knownAt })),
        isTold: order.transactionId !== null && twice.has(order.transactionId),
      }),
      ...documents.flatMap((one) => says('the rows of a document are', one.rowsCents, one.amountCents)),
    ];
  });
  const strangers = [...ledgerOf].filter(
    ([attemptId, entries]) =>
      !known.has(attemptId) &&
      sum(entries, (entry) => (entry.credit === 'merchant' ? 1 : -1) * entry.amountCents) !== 0,
  );
  return [
    ...perOrder,
    ...strangers.map(([attemptId]) => `the gateway keeps money of ${attemptId}, which is no order`),
    ...books.theirDisputes.flatMap(({ id, status }) => {
      const state = books.disputes.find((dispute) => dispute.id === id)?.state;
      return state === ours[status] ? [] : [`dispute ${id} is ${status} there and ${state ?? 'not known'} here`];
    }),
    ...books.attempts
      .filter(({ state }) => state === 'PENDING' || state === 'UNKNOWN')
      .map(({ id }) => `attempt ${id} is open`),
    ...others.map(({ kind, transactionId }) => `the nightly comparison finds ${kind} of ${transactionId}`),
    ...gaps(books),
  ];
}

/** The order id of an entry's sale, because a refund sent without an idempotency key has one of its own. */
function saleOf({ refunds, orders }: NightBooks): (entry: NightBooks['ledger'][number]) => string {
  const orderOf = new Map(refunds.map(({ id, orderId }) => [id, orderId]));
  const attemptOf = new Map(orders.map(({ id, attemptId }) => [id, attemptId]));
  return ({ orderId }) => {
    const [id = 'none'] = (orderId ?? 'none').split(/-(?:late-)?refund/);
    return attemptOf.get(orderOf.get(id) ?? '') ?? id;
  };
}

function gaps({ documents }: NightBooks): string[] {
  return [...Map.groupBy(documents, ({ series }) => series)].flatMap(([series, all]) => {
    const numbers = all.map(({ number }) => number).toSorted((one, other) => one - other);
    return numbers.every((number, index) => number === 1_000_001 + index) ? [] : [`series ${series} has a gap`];
  });
}
