import type { payRestart as payRoute } from '#contract/api/restarts.ts';
import type { BodyOf } from '#contract/api/route.ts';
import { type BeginProblem, claimPayment, earlierAttempt, withRules } from '../checkout/begin-payment.ts';
import type { DeclineProblem } from '../checkout/decline-texts.ts';
import { refusedAmount } from '../checkout/displayed-price.ts';
import { refusedSecondPlan } from '../checkout/one-plan-each.ts';
import { billOfSale, payerOf } from '../checkout/payer.ts';
import { consentTextVersion, type PurchaseOf } from '../checkout/purchase.ts';
import type { RenewalQuote } from '../checkout/quote-renewal.ts';
import { sendAndSettle } from '../checkout/take-payment.ts';
import type { Trx } from '../db/pool.ts';
import { refusableTransaction } from '../db/refusable-transaction.ts';
import type { Address, Language } from '../db/schema.ts';
import type { User } from '../identity/user-repository.ts';
import type { PaymentAttempt } from '../payments/payment-attempt.ts';
import { unlessRepeated } from '../payments/payment-attempt-repository.ts';
import { type CodeUser, codeUserOf } from '../pricing/code-user.ts';
import { presentQuote, type RefusedCode, withoutTypedCodes } from '../pricing/quote.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { TokenMaker } from '../secret.ts';
import { purchaseDay } from '../subscriptions/calendar.ts';
import { mayRestart } from '../subscriptions/subscription-life.ts';
import {
  currentSubscription,
  lockSubscription,
  readSubscription,
  type Subscription,
} from '../subscriptions/subscription-repository.ts';
import { isNewMethod, resolvePaymentSource } from './methods/payment-source.ts';
import { takeCode } from './pay-with-code.ts';
import type { RenewDependencies } from './renew-subscription.ts';
import { restartPrice } from './restart-price.ts';

type Body = BodyOf<typeof payRoute>;
export type RestartDependencies = RenewDependencies & { makeToken: TokenMaker };
export type RestartRequest = { user: User; subscriptionId: string; language: Language };
type RestartSubmission = RestartRequest & { body: Body; idempotencyKey: string };
type Restart = {
  quoted: RenewalQuote;
  subscription: Subscription;
  address: Address;
  codeUser: CodeUser;
  refusedCodes: RefusedCode[];
};

/**
 * The price of a year from today for an ended subscription, less what a code pays of it. Only its holder may restart
 * it.
 */
export async function priceRestart(
  dependencies: RestartDependencies,
  { user, subscriptionId, code: typed = null }: Omit<RestartRequest, 'language'> & { code?: string | null },
): Promise<Restart | Refusal<'ALREADY_PAID' | 'COUNTRY_MISMATCH' | 'NOT_FOUND' | 'VALIDATION'>> {
  const { db, clock } = dependencies;
  const subscription = await readSubscription(db, subscriptionId);
  if (subscription?.userId !== user.id) return refuse('NOT_FOUND');
  if (!mayRestart(subscription.state) || (await currentSubscription(db, user.id))) return refuse('ALREADY_PAID');
  const address = billOfSale(user, dependencies.sellers);
  if ('refused' in address) return address;
  const today = purchaseDay(clock.now(), user.timeZone ?? 'UTC');
  const quoted = await restartPrice(dependencies, { subscription, address, today });
  const codeUser = codeUserOf(dependencies.makeToken, { subjectId: subscription.id, ...user });
  const restart = { quoted, subscription, address, codeUser, refusedCodes: [] };
  if (typed === null) return restart;
  const taken = await takeCode(db, dependencies, { quoted, address, codeUser, typed, at: clock.now() });
  return taken.ok
    ? { ...restart, quoted: { ...quoted, quote: { ...quoted.quote, priced: taken.priced } } }
    : { ...restart, refusedCodes: [{ code: typed, reason: taken.reason }] };
}

/** Takes the payment, once; the year begins on the day of the payment. */
export async function payRestart(
  dependencies: RestartDependencies,
  request: RestartSubmission,
): Promise<
  | PaymentAttempt
  | Refusal<
      | 'VALIDATION'
      | 'ALREADY_PAID'
      | 'COUNTRY_MISMATCH'
      | 'NOT_FOUND'
      | 'PAYMENT_IN_PROGRESS'
      | BeginProblem
      | DeclineProblem
    >
> {
  const { user, subscriptionId: subjectId, idempotencyKey, body } = request;
  const { db } = dependencies;
  const subscription = await readSubscription(db, subjectId);
  if (subscription?.userId !== user.id) return refuse('NOT_FOUND');
  const submission = { purpose: 'RENEWAL', subjectId, idempotencyKey, body } as const;
  return unlessRepeated(db, submission, () => payEnded(dependencies, request));
}

async function payEnded(dependencies: RestartDependencies, { body, idempotencyKey, ...request }: RestartSubmission) {
  const { user, subscriptionId, language } = request;
  const restart = await priceRestart(dependencies, { ...request, code: body.code });
  if ('refused' in restart) return restart;
  const { codeUser, refusedCodes } = restart;
  const { quote } = restart.quoted;
  const refusal = refusedAmount({ payment: body.payment, current: presentQuote(quote, { language, refusedCodes }) });
  if (refusal) return refusal;
  const source = await resolvePaymentSource(dependencies, {
    userId: user.id,
    payment: body.payment,
    country: restart.address.country,
    language,
    cents: quote.priced.total,
  });
  if (source !== null && 'refused' in source) return source;
  const purchase = purchaseOf(restart, { user, body, language });
  const paid = await withRules(dependencies, { subjectId: subscriptionId, idempotencyKey, body, purchase, source });
  const begun = await refusableTransaction(dependencies.db, async (trx) => {
    const refused = await lockEnded(trx, { subscriptionId, userId: user.id });
    return (
      (await earlierAttempt(trx, paid)) ?? refused ?? claimPayment(trx, { request: paid, codeUser }, dependencies.clock)
    );
  });
  return 'refused' in begun ? begun : sendAndSettle(dependencies, begun);
}

async function lockEnded(
  trx: Trx,
  { subscriptionId, userId }: { subscriptionId: string; userId: string },
): Promise<Refusal<'ALREADY_PAID' | 'NOT_FOUND' | 'PAYMENT_IN_PROGRESS'> | null> {
  const current = await lockSubscription(trx, subscriptionId);
  if (!current || !mayRestart(current.state)) return refuse('ALREADY_PAID');
  return refusedSecondPlan(trx, [userId]);
}

function purchaseOf(
  { quoted, address }: Restart,
  { user, body, language }: { user: User; body: Body; language: Language },
): PurchaseOf<'NEW_START'> {
  const { quote, period, packageId, productId, services } = quoted;
  const { payment } = body;
  return {
    kind: 'NEW_START',
    quote: withoutTypedCodes(quote),
    order: { packageId, productId, services },
    payForCoParent: false,
    years: 1,
    language,
    country: address.country,
    payer: payerOf(user, { address, recurring: 'first', payment, storeInVault: isNewMethod(payment) }),
    consent: { terms: false, marketing: false, textVersion: consentTextVersion, form: 'account-restart' },
    period,
    buyerId: user.id,
  };
}
