import { type Day, dayIn } from '#contract/fields/day.ts';
import { claimPayment } from '../checkout/begin-payment.ts';
import { refusedSecondPlan } from '../checkout/one-plan-each.ts';
import { billOfSale } from '../checkout/payer.ts';
import { currentPlan, type TaxedAddress, taxedPrice } from '../checkout/price-choice.ts';
import type { Purchase } from '../checkout/purchase.ts';
import { availableCode } from '../checkout/quote-order.ts';
import { quoteRenewal, type RenewalQuote, type RenewalQuoteDependencies } from '../checkout/quote-renewal.ts';
import { type SettleDependencies, settleIn } from '../checkout/settle-payment.ts';
import type { DbOrTrx, Trx } from '../db/pool.ts';
import type { Address } from '../db/schema.ts';
import type { Sellers } from '../documents/sellers.ts';
import { addressOf, type User } from '../identity/user-repository.ts';
import { newId } from '../new-id.ts';
import { isBeingCharged } from '../payments/payment-attempt-repository.ts';
import { batchAllows } from '../pricing/code-batch-repository.ts';
import { type CodeUser, codeUserOf } from '../pricing/code-user.ts';
import { findActivationCode } from '../pricing/find-activation-code.ts';
import { type AvailableCode, priceAfterTax } from '../pricing/price-order.ts';
import { withoutTypedCodes } from '../pricing/quote.ts';
import type { PricedOrder } from '../pricing/stored-quote.ts';
import { isRefusal, type Refusal, refuse, refuseFields } from '../refusal.ts';
import type { TokenMaker } from '../secret.ts';
import { daysBetween, dueDay } from '../subscriptions/calendar.ts';
import { renewsElsewhere } from '../subscriptions/due-subscriptions.ts';
import { reminderDays } from '../subscriptions/renewal-schedule.ts';
import { mayRestart } from '../subscriptions/subscription-life.ts';
import { latestOwn, lockSubscription, type Subscription } from '../subscriptions/subscription-repository.ts';
import { renewalPrice, renewalPurchase } from './renew-subscription.ts';

export type CodePaymentDependencies = RenewalQuoteDependencies &
  Pick<SettleDependencies, 'completions' | 'sellers'> & { makeToken: TokenMaker };

/** What a code can pay for a plan: the year after the running term, or a year from today after an end. */
type Payable = { kind: 'RENEWAL' | 'NEW_START'; subscription: Subscription; address: Address };

/**
 * What a code can currently pay for a user's plan: an announced renewal that the user alone pays for, or a restart.
 * Null while a payment is in progress or another system renews it.
 */
export async function payableByCode(
  db: DbOrTrx,
  { user, sellers, at }: { user: User; sellers: Sellers; at: Date },
): Promise<Payable | null> {
  const [subscription, address] = [await latestOwn(db, user.id), addressOf(user)];
  if (!subscription || !address || user.status === 'CLOSED') return null;
  const { id: subjectId, state, autoRenew, payerUserId, periodEnd, timeZone } = subscription;
  if (await isBeingCharged(db, { subjectId, purposes: ['RENEWAL', 'UPGRADE'] })) return null;
  if (await renewsElsewhere(db, subscription, at)) return null;
  if (mayRestart(state))
    return isRefusal(billOfSale(user, sellers)) ? null : { kind: 'NEW_START', subscription, address };
  const isAnnounced = daysBetween(dueDay(at, timeZone), periodEnd) <= reminderDays[0];
  const isOwn = autoRenew && payerUserId === user.id && isAnnounced;
  return isOwn ? { kind: 'RENEWAL', subscription, address } : null;
}

type PayWithCodeParams = { user: User; subscriptionId: string; typed: string; at: Date };
/** ISO dates; `leftCents`: the code's remaining balance. */
export type PaidByCode = { from: Day; until: Day; leftCents: number };

/**
 * Pays a year of a plan with one code that covers it, in the caller's transaction, without the gateway. The current
 * term is unchanged; a restart does not renew.
 */
export async function payWithCode(
  trx: Trx,
  dependencies: CodePaymentDependencies,
  { user, subscriptionId, typed, at }: PayWithCodeParams,
): Promise<PaidByCode | Refusal<'CONFLICT' | 'VALIDATION'>> {
  await lockSubscription(trx, subscriptionId);
  const payable = await payableByCode(trx, { user, sellers: dependencies.sellers, at });
  if (payable?.subscription.id !== subscriptionId) return refuse('CONFLICT');
  if (payable.kind === 'NEW_START' && isRefusal(await refusedSecondPlan(trx, [user.id]))) return refuse('CONFLICT');
  const quoted = await quoteFor(trx, dependencies, { payable, user });
  const codeUser = codeUserOf(dependencies.makeToken, { subjectId: subscriptionId, ...user });
  const paid = await applyCode(trx, dependencies, { quoted, payable, codeUser, typed, at });
  if (isRefusal(paid)) return paid;
  const purchase = purchaseOf({ ...quoted, quote: paid.quote }, { payable, user });
  const request = {
    subjectId: subscriptionId,
    idempotencyKey: newId(at),
    body: null,
    purchase,
    source: null,
    switchedOff: null,
  };
  const claimed = await claimPayment(trx, { request, codeUser }, dependencies.clock);
  if ('refused' in claimed) return refuse('CONFLICT');
  const outcome = { outcome: 'covered_by_codes' as const, processedAt: at.toISOString() };
  await settleIn(trx, dependencies, { attemptId: claimed.attempt.id, outcome });
  const { periodStart: from, periodEnd: until } = quoted.period;
  return { from, until, leftCents: paid.leftCents };
}

/** The price of a renewal as announced, or of a restart as of today. */
async function quoteFor(
  trx: Trx,
  dependencies: CodePaymentDependencies,
  { payable: { kind, subscription, address }, user }: { payable: Payable; user: User },
): Promise<RenewalQuote> {
  if (kind === 'RENEWAL') return renewalPrice({ ...dependencies, db: trx }, { subscription, address });
  const today = dayIn(dependencies.clock.now(), user.timeZone ?? 'UTC');
  const renewingPlan = { ...subscription, anchorDate: today, periodEnd: today };
  return quoteRenewal(dependencies, { plan: renewingPlan, address, grandfatheredVersion: null });
}

/** A granted code reduces the taxed amount; a code that was paid for pays what the announced price leaves due. */
async function priceWithCode(
  dependencies: CodePaymentDependencies,
  { priced, code, address }: { priced: PricedOrder; code: AvailableCode; address: TaxedAddress },
): Promise<PricedOrder> {
  return code.given
    ? taxedPrice(dependencies, { before: priced, codes: [code], address })
    : priceAfterTax({ before: priced, given: priced.codes.filter(({ given }) => given), paying: [code] }, priced);
}

type ApplyCodeParams = { quoted: RenewalQuote; payable: Payable; codeUser: CodeUser; typed: string; at: Date };

/** Rejected unless the code covers the whole price, because nothing is charged here. */
async function applyCode(
  trx: Trx,
  dependencies: CodePaymentDependencies,
  { quoted, payable: { address }, codeUser, typed, at }: ApplyCodeParams,
) {
  const found = await findActivationCode(trx, { typed, user: codeUser, at });
  if (!found.ok) return refuseFields({ field: 'inputs.activationCode', code: found.reason });
  const catalog = await dependencies.readCatalog();
  const choice = currentPlan(catalog, quoted);
  const code = await availableCode(dependencies, { code: found.code, typed, catalog, choice, address });
  if (!(await batchAllows(trx, { batchId: found.code.batchId, user: codeUser })))
    return refuseFields({ field: 'inputs.activationCode', code: 'code_used_up' });
  const { quote } = quoted;
  const priced = await priceWithCode(dependencies, { priced: quote.priced, code, address });
  const used = priced.codes.find(({ id }) => id === code.id);
  if (priced.total > 0) return refuseFields({ field: 'inputs.activationCode', code: 'code_not_for_package' });
  return {
    quote: withoutTypedCodes({ ...quote, priced }),
    leftCents: code.isOnes ? 0 : code.remainingCents - (used?.amountCents ?? 0),
  };
}

function purchaseOf(
  quoted: RenewalQuote,
  { payable: { kind, address }, user }: { payable: Payable; user: User },
): Purchase {
  const renewal = renewalPurchase(quoted, { payer: user, address });
  const purchase = { ...renewal, consent: { ...renewal.consent, form: 'staff-code' } };
  if (kind === 'RENEWAL') return purchase;
  const { quote } = quoted;
  const ends = { ...quote, renewal: { ...quote.renewal, cancelled: true } };
  return { ...purchase, kind, quote: ends, renews: false };
}
