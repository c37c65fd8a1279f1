import type { payPlan as payRoute, readPlanPayment } from '#contract/api/professionals/professional-cases.ts';
import type { AnswerOf, BodyOf } from '#contract/api/route.ts';
import { formatCents } from '#contract/fields/money.ts';
import { type BeginProblem, claimPayment, earlierAttempt, withRules } from '../checkout/begin-payment.ts';
import { type DeclineProblem, unpaidOutcome } from '../checkout/decline-texts.ts';
import { refusedPrice, refusedTerms } from '../checkout/displayed-price.ts';
import { refusedSecondPlan } from '../checkout/one-plan-each.ts';
import { payerOf } from '../checkout/payer.ts';
import { consentTextVersion, type PurchaseOf } from '../checkout/purchase.ts';
import type { QuoteDependencies } from '../checkout/quote-order.ts';
import { readReceipt } from '../checkout/receipt.ts';
import { type PaymentDependencies, sendAndSettle } from '../checkout/take-payment.ts';
import type { Db, Trx } from '../db/pool.ts';
import { refusableTransaction } from '../db/refusable-transaction.ts';
import type { Address, Language } from '../db/schema.ts';
import { orderOfAttempt } from '../payments/order-repository.ts';
import type { PaymentAttempt } from '../payments/payment-attempt.ts';
import { attemptOfOwnSubmission, refusedSecondSale, unlessRepeated } from '../payments/payment-attempt-repository.ts';
import { cancelledCents } from '../payments/refund-repository.ts';
import { presentQuote, withoutTypedCodes } from '../pricing/quote.ts';
import type { StoredQuote } from '../pricing/stored-quote.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { familyOf, lockFamily } from './case-repository.ts';
import { type PlanRequest, type PricedPlan, priceForParents } from './price-plan.ts';
import { practiceAddress } from './professional-repository.ts';

type Body = BodyOf<typeof payRoute>;
type Dependencies = PaymentDependencies & QuoteDependencies;
type PlanSubmission = PlanRequest & { body: Body; idempotencyKey: string };
type Result = AnswerOf<typeof readPlanPayment>;

/** Pays for a plan. A displayed price that has changed charges nothing and returns the new one. */
export async function buyPlan(
  dependencies: Dependencies,
  request: PlanSubmission,
): Promise<
  | PaymentAttempt
  | Refusal<
      | 'COUNTRY_MISMATCH'
      | 'PACKAGE_NOT_OFFERED'
      | 'VALIDATION'
      | 'NOT_FOUND'
      | 'PARENT_HAS_PLAN'
      | 'PAYMENT_IN_PROGRESS'
      | BeginProblem
      | DeclineProblem
    >
> {
  const { familyId: subjectId, professionalId, idempotencyKey, body } = request;
  if (!(await familyOf(dependencies.db, { professionalId, familyId: subjectId }))) return refuse('NOT_FOUND');
  const submission = { purpose: 'PROFESSIONAL_PLAN', subjectId, idempotencyKey, body } as const;
  return unlessRepeated(dependencies.db, submission, () => payPlan(dependencies, request));
}

async function payPlan(dependencies: Dependencies, { body, idempotencyKey, ...request }: PlanSubmission) {
  const { familyId, professionalId, language } = request;
  const { packageId, parentIds, payment, agreedToTerms } = body;
  const priced = await priceForParents(dependencies, { ...request, selection: { packageId, parentIds } });
  if ('refused' in priced) return priced;
  const address = practiceAddress(priced.user);
  const { country } = address;
  const refusal =
    refusedTerms({ country, agreedToTerms }) ??
    refusedPrice({ payment, current: presentQuote(priced.quote, { language }), country, language });
  if (refusal) return refusal;
  const paid = await withRules(dependencies, {
    subjectId: familyId,
    idempotencyKey,
    body,
    purchase: purchaseOf(priced, { body, language, address, professionalId }),
    source: payment.nonce === null ? null : { nonce: payment.nonce },
  });
  const begun = await refusableTransaction(dependencies.db, async (trx) => {
    const refused = await lockForPlan(trx, { familyId, professionalId, parentIds: priced.parentIds });
    return (await earlierAttempt(trx, paid)) ?? refused ?? claimPayment(trx, { request: paid }, dependencies.clock);
  });
  return 'refused' in begun ? begun : sendAndSettle(dependencies, begun);
}

/** Serialises with other purchases for the family; nobody who has a plan, or is paying for one, gets a second. */
async function lockForPlan(
  trx: Trx,
  { familyId, professionalId, parentIds }: { familyId: string; professionalId: string; parentIds: string[] },
): Promise<Refusal<'NOT_FOUND' | 'PARENT_HAS_PLAN' | 'PAYMENT_IN_PROGRESS'> | null> {
  if (!(await lockFamily(trx, { professionalId, familyId }))) return refuse('NOT_FOUND');
  const refusal = await refusedSecondPlan(trx, parentIds);
  if (refusal) return refuse(refusal.refused === 'ALREADY_PAID' ? 'PARENT_HAS_PLAN' : refusal.refused);
  return refusedSecondSale(trx, { purpose: 'PROFESSIONAL_PLAN', subjectId: familyId });
}

type PurchaseContext = { body: Body; language: Language; address: Address; professionalId: string };

function purchaseOf(
  priced: PricedPlan,
  { body, language, address, professionalId }: PurchaseContext,
): PurchaseOf<'PROFESSIONAL_PLAN'> {
  return {
    kind: 'PROFESSIONAL_PLAN',
    quote: withoutTypedCodes(priced.quote),
    order: { packageId: body.packageId, productId: null, services: [] },
    payForCoParent: priced.parentIds.length === 2,
    years: priced.choice.package.years,
    language,
    country: address.country,
    payer: payerOf(priced.user, { address, recurring: null, payment: body.payment }),
    consent: {
      terms: true,
      marketing: false,
      textVersion: consentTextVersion,
      form: 'professional-plan',
      renewal: false,
    },
    professionalId,
    parentIds: priced.parentIds,
  };
}

type PlanResultParams = { professionalId: string; familyId: string; key: string | null; language: Language };

/** The outcome of a payment for a family, by its key, or the latest; can be read any number of times. */
export async function planPayment(
  db: Db,
  { professionalId, familyId, key, language }: PlanResultParams,
): Promise<Result | Refusal<'NOT_FOUND'>> {
  if (!(await familyOf(db, { professionalId, familyId }))) return refuse('NOT_FOUND');
  const attempt = await attemptOfOwnSubmission(db, { purpose: 'PROFESSIONAL_PLAN', subjectId: familyId, key });
  return attempt ? planPaymentResult(db, { attempt, language }) : { outcome: 'NONE' };
}

export async function planPaymentResult(
  db: Db,
  { attempt, language }: { attempt: PaymentAttempt; language: Language },
): Promise<Result> {
  const unpaid = unpaidOutcome(attempt, language);
  if (unpaid) return unpaid;
  const order = await orderOfAttempt<StoredQuote>(db, attempt.id);
  if (!order) throw new Error('Approved attempt without an order');
  const refundedCents = await cancelledCents(db, order.id);
  return {
    outcome: 'PAID',
    receipt: await readReceipt(db, order, language),
    givenBack: refundedCents,
    givenBackFormatted: formatCents(refundedCents),
  };
}
