import type { listUnpaidOrders } from '#contract/api/professionals/unpaid-orders.ts';
import type { AnswerOf } from '#contract/api/route.ts';
import type { Day } from '#contract/fields/day.ts';
import { presentReceipt } from '../checkout/receipt.ts';
import { type TaxAgainDependencies, taxAgain } from '../checkout/tax-again.ts';
import type { DbOrTrx } from '../db/pool.ts';
import type { Language } from '../db/schema.ts';
import type { User } from '../identity/user-repository.ts';
import { type Order, readOrder } from '../payments/order-repository.ts';
import { readAttempt } from '../payments/payment-attempt-repository.ts';
import { type UnpaidOrder, unpaidOrdersOf } from '../payments/unpaid-order-repository.ts';
import type { StoredQuote } from '../pricing/stored-quote.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { addDays, dueDay } from '../subscriptions/calendar.ts';
import { paidTerms } from '../subscriptions/paid-terms.ts';
import { graceDays } from '../subscriptions/renewal-schedule.ts';
import { zoneOf } from '../subscriptions/subscription-repository.ts';
import { withoutCodes } from './code-bundle.ts';
import { codesOfBundles } from './code-bundle-repository.ts';
import { practiceAddress, readProfessional } from './professional-repository.ts';

/** The day on which it is withdrawn unless it is paid before, in the professional's time zone. */
export async function withdrawnOn(
  db: DbOrTrx,
  { userId, settlementDeclinedAt }: Pick<UnpaidOrder, 'userId' | 'settlementDeclinedAt'>,
): Promise<{ day: Day; timeZone: string }> {
  const timeZone = await zoneOf(db, userId);
  return { day: addDays(dueDay(settlementDeclinedAt, timeZone), graceDays), timeZone };
}

/** What was agreed for an order, without codes that were refunded since. */
export async function quoteAgain(
  db: DbOrTrx,
  { purpose, attemptId, quote }: Pick<Order<StoredQuote>, 'purpose' | 'attemptId' | 'quote'>,
): Promise<StoredQuote> {
  const attempt = purpose === 'CODE_BUNDLE' ? await readAttempt(db, attemptId) : null;
  if (!attempt) return quote;
  const codes = await codesOfBundles(db, [attempt.subjectId]);
  const refunded = codes.filter(({ refundedAt }) => refundedAt !== null);
  return withoutCodes(quote, { size: codes.length, count: refunded.length });
}

export type BillAgainDependencies = TaxAgainDependencies & { db: DbOrTrx };

/** The same with the practice's current billing. Codes have no tax: what they pay for is taxed later. */
export async function billAgain(
  dependencies: BillAgainDependencies,
  { user, ...order }: Parameters<typeof quoteAgain>[1] & { user: User },
): Promise<StoredQuote> {
  const quote = await quoteAgain(dependencies.db, order);
  return order.purpose === 'CODE_BUNDLE' ? quote : taxAgain(dependencies, { quote, address: practiceAddress(user) });
}

/** A professional's unsettled purchases that can still be paid again at their price. */
export async function viewUnpaidOrders(
  dependencies: BillAgainDependencies,
  { professionalId, language }: { professionalId: string; language: Language },
): Promise<AnswerOf<typeof listUnpaidOrders> | Refusal<'NOT_FOUND'>> {
  const { db } = dependencies;
  const professional = await readProfessional(db, professionalId);
  if (!professional) return refuse('NOT_FOUND');
  const { user } = professional;
  const unpaid = await unpaidOrdersOf(db, professionalId);
  const orders = await Promise.all(unpaid.map((order) => present(dependencies, { order, user, language })));
  return { orders, billingCountry: practiceAddress(user).country };
}

type PresentParams = { order: UnpaidOrder; user: User; language: Language };

async function present(dependencies: BillAgainDependencies, { order, user, language }: PresentParams) {
  const { db } = dependencies;
  const bought = await readOrder<StoredQuote>(db, order.id);
  if (!bought) throw new Error('Unpaid order not found');
  const { day: until } = await withdrawnOn(db, order);
  const terms = await paidTerms(db, [order.id]);
  const due = { ...bought, quote: await billAgain(dependencies, { ...bought, user }) };
  const { lines, totals, receiptText } = presentReceipt(due, { terms, language });
  const { id: orderId, purpose } = order;
  const { total, totalFormatted } = totals;
  return { orderId, purpose, name: receiptText, until, lines, total, totalFormatted };
}
