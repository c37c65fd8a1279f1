import type { payUnpaidOrder as payRoute, readUnpaidOrderPayment } from '#contract/api/professionals/unpaid-orders.ts';
import type { AnswerOf, BodyOf } from '#contract/api/route.ts';
import { formatCents } from '#contract/fields/money.ts';
import { type BeginProblem, claimPayment, earlierAttempt, withRules } from '../checkout/begin-payment.ts';
import { type DeclineProblem, unpaidOutcome } from '../checkout/decline-texts.ts';
import { refusedMethod, refusedTerms } from '../checkout/displayed-price.ts';
import { payerOf } from '../checkout/payer.ts';
import { consentTextVersion, type PurchaseOf, readPurchase } from '../checkout/purchase.ts';
import { type PaymentDependencies, sendAndSettle } from '../checkout/take-payment.ts';
import type { TaxAgainDependencies } from '../checkout/tax-again.ts';
import type { Db, Trx } from '../db/pool.ts';
import { refusableTransaction } from '../db/refusable-transaction.ts';
import type { Language } from '../db/schema.ts';
import type { User } from '../identity/user-repository.ts';
import { orderOfAttempt, readOrder } from '../payments/order-repository.ts';
import type { PaymentAttempt } from '../payments/payment-attempt.ts';
import {
  attemptOfOwnSubmission,
  readAttempt,
  refusedSecondSale,
  type Subject,
  unlessRepeated,
} from '../payments/payment-attempt-repository.ts';
import { cancelledCents } from '../payments/refund-repository.ts';
import { lockUnpaidOrder, readUnpaidOrder, type UnpaidOrder } from '../payments/unpaid-order-repository.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { lockFamily } from './case-repository.ts';
import { practiceAddress, readProfessional } from './professional-repository.ts';
import { type BillAgainDependencies, billAgain } from './unpaid-orders.ts';
import type { ProfessionalParams } from './view-cases.ts';

type Body = BodyOf<typeof payRoute>;
type Submission = Subject & { idempotencyKey: string; body: Body };
type Dependencies = PaymentDependencies & TaxAgainDependencies;
type OrderParams = ProfessionalParams & { orderId: string };
type UnpaidPurchase = PurchaseOf<'PROFESSIONAL_PLAN' | 'CODE_BUNDLE'>;
type Result = AnswerOf<typeof readUnpaidOrderPayment>;

/** Pays once more for an unpaid purchase: the same order at the agreed price, without what was refunded since. */
export async function payAgain(
  dependencies: Dependencies,
  { body, idempotencyKey, ...request }: OrderParams & { body: Body; idempotencyKey: string },
): Promise<
  | PaymentAttempt
  | Refusal<'VALIDATION' | 'ALREADY_PAID' | 'NOT_FOUND' | 'PAYMENT_IN_PROGRESS' | BeginProblem | DeclineProblem>
> {
  const { db } = dependencies;
  const { professionalId } = request;
  const subject = await subjectOf(db, request);
  const professional = await readProfessional(db, professionalId);
  if (!subject || !professional) return refuse('NOT_FOUND');
  const submission = { ...subject, idempotencyKey, body };
  return unlessRepeated(db, submission, () =>
    payUnpaid(dependencies, { ...request, submission, user: professional.user }),
  );
}

async function payUnpaid(
  dependencies: Dependencies,
  { submission, user, orderId, professionalId, language }: OrderParams & { submission: Submission; user: User },
) {
  const { db } = dependencies;
  const unpaid = await readUnpaidOrder(db, { orderId, userId: professionalId });
  if (!unpaid) return refuse('ALREADY_PAID');
  const address = practiceAddress(user);
  const { payment, agreedToTerms } = submission.body;
  const bought = await boughtBy(dependencies, { order: unpaid, user });
  const { total: totalCents } = bought.quote.priced;
  const { country } = address;
  const refusal = refusedTerms({ country, agreedToTerms }) ?? refusedMethod({ payment, totalCents, country, language });
  if (refusal) return refusal;
  if (payment.amountDisplayed !== totalCents) return refuse('QUOTE_CHANGED');
  const payer = payerOf(user, { address, recurring: null, payment });
  const consent = { ...bought.consent, textVersion: consentTextVersion };
  const paid = await withRules(dependencies, {
    ...submission,
    purchase: { ...bought, language, country, payer, consent, inPlaceOf: orderId },
    source: payment.nonce === null ? null : { nonce: payment.nonce },
  });
  const begun = await refusableTransaction(db, async (trx) => {
    const refused = await lockToPayAgain(trx, { ...submission, orderId, professionalId });
    return (await earlierAttempt(trx, paid)) ?? refused ?? claimPayment(trx, { request: paid }, dependencies.clock);
  });
  return 'refused' in begun ? begun : sendAndSettle(dependencies, begun);
}

type LockParams = Subject & Pick<OrderParams, 'orderId' | 'professionalId'>;

/** A family is locked before the order, as in every other purchase for it. */
async function lockToPayAgain(
  trx: Trx,
  { purpose, subjectId, orderId, professionalId }: LockParams,
): Promise<Refusal<'ALREADY_PAID' | 'PAYMENT_IN_PROGRESS'> | null> {
  if (purpose === 'PROFESSIONAL_PLAN') await lockFamily(trx, { professionalId, familyId: subjectId });
  if (!(await lockUnpaidOrder(trx, orderId))) return refuse('ALREADY_PAID');
  return refusedSecondSale(trx, { purpose, subjectId });
}

/** The subject of the attempts for an order; null if it is not this professional's. */
async function subjectOf(db: Db, { orderId, professionalId }: Pick<OrderParams, 'orderId' | 'professionalId'>) {
  const order = await readOrder(db, orderId);
  const first = order?.userId === professionalId ? await readAttempt(db, order.attemptId) : null;
  return first && { purpose: first.purpose, subjectId: first.subjectId };
}

/** What was agreed, at the price that is still due. */
async function boughtBy(
  dependencies: BillAgainDependencies,
  { order, user }: { order: UnpaidOrder; user: User },
): Promise<UnpaidPurchase> {
  const attempt = await readAttempt(dependencies.db, order.attemptId);
  if (!attempt) throw new Error('Order without an attempt');
  const purchase = readPurchase(attempt);
  if (purchase.kind !== 'PROFESSIONAL_PLAN' && purchase.kind !== 'CODE_BUNDLE')
    throw new Error('Not a purchase by a professional');
  return { ...purchase, quote: await billAgain(dependencies, { ...order, quote: purchase.quote, user }) };
}

/** The outcome of a payment for an order, by its key, or the latest; can be read any number of times. */
export async function paymentAgain(
  db: Db,
  { key, language, ...params }: OrderParams & { key: string | null },
): Promise<Result | Refusal<'NOT_FOUND'>> {
  const subject = await subjectOf(db, params);
  if (!subject) return refuse('NOT_FOUND');
  const attempt = await attemptOfOwnSubmission(db, { ...subject, bought: { inPlaceOf: params.orderId }, key });
  return attempt ? paymentAgainResult(db, { attempt, language }) : { outcome: 'NONE' };
}

export async function paymentAgainResult(
  db: Db,
  { attempt, language }: { attempt: PaymentAttempt; language: Language },
): Promise<Result> {
  const unpaid = unpaidOutcome(attempt, language);
  if (unpaid) return unpaid;
  const order = await orderOfAttempt(db, attempt.id);
  const refundedCents = order ? await cancelledCents(db, order.id) : 0;
  return {
    outcome: 'PAID',
    totalFormatted: formatCents(attempt.amountCents),
    givenBack: refundedCents,
    givenBackFormatted: formatCents(refundedCents),
  };
}
