import type { BodyOf } from '#contract/api/route.ts';
import type { payUpgrade as payRoute } from '#contract/api/upgrades.ts';
import type { ExperimentStates } from '#contract/sign-up/experiments.ts';
import { type BeginProblem, claimPayment, earlierAttempt, withRules } from '../checkout/begin-payment.ts';
import type { DeclineProblem } from '../checkout/decline-texts.ts';
import { refusedAmount } from '../checkout/displayed-price.ts';
import { payerOf } from '../checkout/payer.ts';
import { consentTextVersion, type PurchaseOf } from '../checkout/purchase.ts';
import { type PaymentDependencies, sendAndSettle } from '../checkout/take-payment.ts';
import type { Trx } from '../db/pool.ts';
import { refusableTransaction } from '../db/refusable-transaction.ts';
import type { Language } from '../db/schema.ts';
import type { User } from '../identity/user-repository.ts';
import type { PaymentAttempt } from '../payments/payment-attempt.ts';
import { isBeingCharged, unlessRepeated } from '../payments/payment-attempt-repository.ts';
import { presentQuote } from '../pricing/quote.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { currentSubscription, lockSubscription, type Subscription } from '../subscriptions/subscription-repository.ts';
import { isNewMethod, resolvePaymentSource } from './methods/payment-source.ts';
import {
  billOfUpgrade,
  quoteUpgrade,
  type UpgradeDependencies,
  type UpgradeProblem,
  type UpgradeQuote,
} from './quote-upgrade.ts';

type Body = BodyOf<typeof payRoute>;
export type PayUpgradeDependencies = PaymentDependencies & UpgradeDependencies;
export type PayUpgradeRequest = {
  user: User;
  body: Body;
  idempotencyKey: string;
  language: Language;
  experiments: Partial<ExperimentStates>;
};

/**
 * Changes a plan and charges the difference, once. The price must equal the preview's to the cent; otherwise nothing is
 * charged and the new price is returned. Renewals, upgrades and cancellations of a subscription are serialised.
 */
export async function payUpgrade(
  dependencies: PayUpgradeDependencies,
  request: PayUpgradeRequest,
): Promise<
  | PaymentAttempt
  | Refusal<UpgradeProblem | 'PACKAGE_NOT_OFFERED' | 'CONFLICT' | 'PAYMENT_IN_PROGRESS' | BeginProblem | DeclineProblem>
> {
  const { user, body, idempotencyKey } = request;
  const current = await currentSubscription(dependencies.db, user.id);
  const pay = () => payQuoted(dependencies, request);
  if (!current) return pay();
  const submission = { purpose: 'UPGRADE', subjectId: current.id, idempotencyKey, body } as const;
  return unlessRepeated(dependencies.db, submission, pay);
}

async function payQuoted(dependencies: PayUpgradeDependencies, request: PayUpgradeRequest) {
  const { user, body, idempotencyKey } = request;
  const quoted = await quoteUpgrade(dependencies, { ...request, order: body.order });
  if ('refused' in quoted) return quoted;
  const refusal = refusedAmount({
    payment: body.payment,
    current: presentQuote(quoted.quote, { language: request.language }),
  });
  if (refusal) return refusal;
  const source = await resolvePaymentSource(dependencies, {
    userId: user.id,
    payment: body.payment,
    country: quoted.address.country,
    language: request.language,
    cents: quoted.quote.priced.total,
  });
  if (source !== null && 'refused' in source) return source;
  const { subscription: priced } = quoted;
  const purchase = purchaseOf(request, quoted);
  const paid = await withRules(dependencies, { subjectId: priced.id, idempotencyKey, body, purchase, source });
  const { db, clock } = dependencies;
  const begun = await refusableTransaction(db, async (trx) => {
    const refused = await lockForUpgrade(trx, { priced, user, at: clock.now() });
    return (await earlierAttempt(trx, paid)) ?? refused ?? claimPayment(trx, { request: paid }, clock);
  });
  if (!('refused' in begun)) return sendAndSettle(dependencies, begun);
  if (begun.refused !== 'CONFLICT') return begun;
  const now = await quoteUpgrade(dependencies, { user, experiments: request.experiments, order: body.order });
  return 'refused' in now
    ? begun
    : refuse('QUOTE_CHANGED', { extra: { quote: presentQuote(now.quote, { language: request.language }) } });
}

/**
 * Under lock, checks that the subscription has not changed since it was priced, is paid, and that no charge is in
 * progress.
 */
async function lockForUpgrade(
  trx: Trx,
  { priced, ...request }: { priced: Subscription; user: User; at: Date },
): Promise<Refusal<UpgradeProblem | 'CONFLICT' | 'PAYMENT_IN_PROGRESS'> | null> {
  const current = await lockSubscription(trx, priced.id);
  const bill = await billOfUpgrade(trx, current, request);
  if ('refused' in bill) return bill;
  if (await isBeingCharged(trx, { subjectId: priced.id, purposes: ['RENEWAL'] })) return refuse('PAYMENT_IN_PROGRESS');
  return current?.version === priced.version ? null : refuse('CONFLICT');
}

function purchaseOf(
  { user, body, language }: PayUpgradeRequest,
  { quote, proration, choice, subscription, address, today }: UpgradeQuote,
): PurchaseOf<'UPGRADE'> {
  const { payment } = body;
  // A new card is stored with this payment; a card stored earlier needs nothing.
  const isKept = isNewMethod(payment);
  const { periodStart, periodEnd, packageId, services } = subscription;
  return {
    kind: 'UPGRADE',
    quote,
    order: body.order,
    payForCoParent: false,
    years: choice.package.years,
    language,
    country: address.country,
    payer: payerOf(user, { address, recurring: isKept ? 'first' : null, payment, storeInVault: isKept }),
    consent: { terms: false, marketing: false, textVersion: consentTextVersion, form: 'account-upgrade' },
    period: { periodStart, periodEnd },
    upgradedOn: today,
    netCents: proration.dueCents,
    pricedOn: { packageId, services },
    buyerId: user.id,
  };
}
