import type {
  DocumentItem,
  listDocuments,
  ReceiptItem,
  RefundView,
  readReceipt as readRoute,
} from '#contract/api/receipts.ts';
import type { AnswerOf } from '#contract/api/route.ts';
import { dayIn } from '#contract/fields/day.ts';
import { formatDocumentNumber } from '#contract/fields/document-number.ts';
import { formatCents } from '#contract/fields/money.ts';
import { holdersOf, paidPlanName, presentReceipt } from '../checkout/receipt.ts';
import type { Clock } from '../clock.ts';
import { enqueue } from '../db/job-queue.ts';
import type { Db } from '../db/pool.ts';
import type { Language } from '../db/schema.ts';
import type { IssuedDocument } from '../documents/document.ts';
import { fileNameOf, pdfOf } from '../documents/document-pdf.ts';
import { documentsOfOrder, documentsOfUser, documentsOfYear, readDocument } from '../documents/document-repository.ts';
import { sellerLines } from '../documents/document-texts.ts';
import { yearPdf, yearTable } from '../documents/year-of-documents.ts';
import { readReach } from '../identity/reach.ts';
import type { User } from '../identity/user-repository.ts';
import { newId } from '../new-id.ts';
import { phaseOf } from '../payments/dispute.ts';
import { type Dispute, disputesOf, returnedCents } from '../payments/dispute-repository.ts';
import { type Order, ordersOfUser, readOrder } from '../payments/order-repository.ts';
import { type Refund, refundsOf } from '../payments/refund-repository.ts';
import { renewalsNow } from '../plans/receipt-renewals.ts';
import type { RenewalPriceDependencies } from '../plans/renew-subscription.ts';
import type { StoredQuote } from '../pricing/stored-quote.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { type PaidTerm, paidTerms } from '../subscriptions/paid-terms.ts';

type ReceiptContext = { terms: readonly PaidTerm[]; disputes: readonly Dispute[]; language: Language };

function item(order: Order<StoredQuote>, reading: ReceiptContext): ReceiptItem {
  return {
    orderId: order.id,
    purpose: order.kind,
    date: dayIn(order.createdAt, order.timeZone),
    planName: paidPlanName(order, reading),
    holders: holdersOf(order, reading).map(({ name, own }) => ({ name, own })),
    total: order.totalCents,
    totalFormatted: formatCents(order.totalCents),
    refunded: order.refundedCents,
    refundedFormatted: formatCents(order.refundedCents),
    notPaid: order.settlementDeclinedAt !== null,
    invoiceNumber: formatDocumentNumber(order.invoice),
    bank: bankOf(order, reading),
  };
}

function bankOf(order: Order<unknown>, { disputes }: ReceiptContext): ReceiptItem['bank'] {
  const own = disputes.filter(({ orderId }) => orderId === order.id);
  const openDispute = own.find((dispute) => phaseOf(dispute) === 'HELD');
  const amount = openDispute?.amountCents ?? returnedCents(own, order);
  return amount === 0
    ? null
    : { state: openDispute ? 'HELD' : 'RETURNED', amount, amountFormatted: formatCents(amount) };
}

function refundState({ state, refusals }: Pick<Refund, 'state' | 'refusals'>): RefundView['state'] {
  if (state === 'FAILED' || state === 'SETTLING') return state;
  if (state === 'REFUNDED' || state === 'VOIDED') return 'ARRIVED';
  return refusals > 0 ? 'RETRYING' : 'SENDING';
}

/** Refunds, by the day on which they were sent or requested. */
export function viewRefund({ amountCents, requestedAt, settledAt, reason, ...refund }: Refund): RefundView {
  const state = refundState(refund);
  const isSent = state === 'SETTLING' || state === 'ARRIVED';
  return {
    state,
    reason,
    amount: amountCents,
    amountFormatted: formatCents(amountCents),
    requestedAt: ((isSent && settledAt) || requestedAt).toISOString(),
  };
}

/** A user's payments, latest first. */
export async function listReceipts(
  db: Db,
  { userId, language, limit }: { userId: string; language: Language; limit: number },
): Promise<ReceiptItem[]> {
  const orders = await ordersOfUser<StoredQuote>(db, { userId, limit });
  const ids = orders.map(({ id }) => id);
  const [terms, disputes] = await Promise.all([paidTerms(db, ids), disputesOf(db, ids)]);
  const byOrder = Map.groupBy(terms, ({ orderId }) => orderId);
  return orders.map((order) => item(order, { terms: byOrder.get(order.id) ?? [], disputes, language }));
}

/** The user's own receipt; anybody else's is not found. */
export async function readOwnReceipt(
  dependencies: RenewalPriceDependencies & { db: Db },
  { user, orderId, language }: { user: User; orderId: string; language: Language },
): Promise<AnswerOf<typeof readRoute> | Refusal<'NOT_FOUND'>> {
  const { db } = dependencies;
  const order = await readOrder<StoredQuote>(db, orderId);
  if (order?.userId !== user.id) return refuse('NOT_FOUND');
  const [terms, documents, disputes, refunds] = await Promise.all([
    paidTerms(db, [order.id]),
    documentsOfOrder(db, order.id),
    disputesOf(db, [order.id]),
    refundsOf(db, [order.id]),
  ]);
  const reading = { terms, disputes, language };
  const { purpose, refunded, refundedFormatted, bank, notPaid } = item(order, reading);
  const [invoice] = documents;
  const receipt = presentReceipt(order, reading);
  return {
    receipt: { ...receipt, renewals: await renewalsNow(dependencies, { ...receipt, terms, payer: user }) },
    purpose,
    refunded,
    refundedFormatted,
    bank,
    refunds: refunds.filter(({ state }) => state !== 'WITHDRAWN').map(viewRefund),
    notPaid,
    billedTo: invoice?.data.buyer ?? [],
    soldBy: invoice ? sellerLines(invoice, language) : [],
    documents: documents.map(documentItem),
  };
}

/** All invoices and credit notes of a user. */
export async function listOwnDocuments(db: Db, userId: string): Promise<AnswerOf<typeof listDocuments>> {
  return { documents: (await documentsOfUser(db, userId)).map(documentItem) };
}

export function documentItem(document: IssuedDocument): DocumentItem {
  const { id, kind, issuedOn, amountCents } = document;
  return {
    id,
    kind,
    number: formatDocumentNumber(document),
    date: issuedOn,
    amountFormatted: formatCents(kind === 'CREDIT_NOTE' ? -amountCents : amountCents),
  };
}

/** The PDF of the user's own document, named by its number; anybody else's is not found. */
export async function downloadOwnDocument(
  db: Db,
  { userId, documentId }: { userId: string; documentId: string },
): Promise<{ fileName: string; pdf: Buffer } | Refusal<'NOT_FOUND'>> {
  const document = await readDocument(db, documentId);
  if (document?.userId !== userId) return refuse('NOT_FOUND');
  return { fileName: fileNameOf(document), pdf: await pdfOf(db, document) };
}

const makeYearFile = { pdf: yearPdf, csv: yearTable } as const;

/** All of the user's documents of a year in one file; a year without any is not found. */
export async function downloadOwnYear(
  db: Db,
  { user, year, language, format }: { user: User; year: string; language: Language; format: keyof typeof makeYearFile },
): Promise<{ fileName: string; content: Buffer | string } | Refusal<'NOT_FOUND'>> {
  const [first, ...others] = await documentsOfYear(db, { userId: user.id, year });
  if (!first) return refuse('NOT_FOUND');
  const content = await makeYearFile[format]({ year, documents: [first, ...others], language });
  return { fileName: `evenkeel-${year}.${format}`, content };
}

/**
 * Mails the user's own receipt again, to the account's current address; anybody else's is not found. FORBIDDEN if they
 * want no mail.
 */
export async function mailReceiptAgain(
  { db, clock }: { db: Db; clock: Clock },
  { user, orderId }: { user: User; orderId: string },
): Promise<{ email: string } | Refusal<'NOT_FOUND' | 'FORBIDDEN'>> {
  const order = await readOrder<StoredQuote>(db, orderId);
  if (order?.userId !== user.id) return refuse('NOT_FOUND');
  if (!(await readReach(db, user.id)).mail) return refuse('FORBIDDEN');
  const again = newId(clock.now());
  await db.transaction().execute(async (trx) => {
    await enqueue(trx, { name: 'send-receipt', payload: { orderId, again }, key: `receipt:${orderId}:${again}` });
  });
  return { email: user.email };
}
