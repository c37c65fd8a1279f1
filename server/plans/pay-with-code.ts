import { dayIn } from '#contract/fields/day.ts';
import { claimPayment } from '../checkout/begin-payment.ts';
import { refusedSecondPlan } from '../checkout/one-plan-each.ts';
import { billOfSale } from '../checkout/payer.ts';
import { currentPlan, type TaxedAddress, taxedPrice } from '../checkout/price-choice.ts';
import type { Purchase } from '../checkout/purchase.ts';
import { availableCode } from '../checkout/quote-order.ts';
import type { RenewalQuote, RenewalQuoteDependencies } from '../checkout/quote-renewal.ts';
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
import { type RefusedCode, withoutTypedCodes } from '../pricing/quote.ts';
import type { PricedOrder } from '../pricing/stored-quote.ts';
import { isRefusal, type Refusal, refuse, refuseFields } from '../refusal.ts';
import type { TokenMaker } from '../secret.ts';
import { daysBetween, dueDay } from '../subscriptions/calendar.ts';
import { closesBy } from '../subscriptions/closing-payer.ts';
import { renewsElsewhere } from '../subscriptions/due-subscriptions.ts';
import { reminderDays } from '../subscriptions/renewal-schedule.ts';
import { hasPaidDays, mayRestart } from '../subscriptions/subscription-life.ts';
import { latestOwn, lockSubscription, type Subscription } from '../subscriptions/subscription-repository.ts';
import { renewalPrice, renewalPurchase } from './renew-subscription.ts';
import { restartPrice } from './restart-price.ts';

export type CodePaymentDependencies = RenewalQuoteDependencies &
  Pick<SettleDependencies, 'completions' | 'sellers'> & { makeToken: TokenMaker };

/** What a code can pay for a plan: the year after the running term, or a year from today after an end. */
type Payable = { kind: 'RENEWAL' | 'NEW_START'; subscription: Subscription; address: Address };

/**
 * What a code can currently pay for a user's plan: an announced renewal that the user alone pays for, or a restart.
 * Null while a payment is in progress, another system renews it, or the account closes before.
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
  // A year after the account has closed would be paid for nobody.
  return isOwn && !(await closesBy(db, { userIds: [user.id], day: periodEnd }))
    ? { kind: 'RENEWAL', subscription, address }
    : null;
}

/** Where a code is entered, as the payment's consent says, and what it can pay from there. */
const forms = {
  'staff-code': ['RENEWAL', 'NEW_START'],
  // An ended plan is restarted by a page that takes a code and a card.
  'account-code': ['RENEWAL'],
} as const satisfies Record<string, readonly Payable['kind'][]>;
type Typed = { user: User; typed: string; field: string; form: keyof typeof forms; at: Date };
/** A payable year with the price that one code covers. `leftCents`: the code's remaining balance. */
export type PricedByCode = {
  payable: Payable;
  quoted: RenewalQuote;
  codeUser: CodeUser;
  cents: number;
  leftCents: number;
};

/** What a code pays for a user's plan. */
export async function priceByCode(
  db: DbOrTrx,
  dependencies: CodePaymentDependencies,
  { user, typed, field, form, at }: Typed,
): Promise<PricedByCode | Refusal<'CONFLICT' | 'VALIDATION'>> {
  const payable = await payableByCode(db, { user, sellers: dependencies.sellers, at });
  if (!payable || !forms[form].some((kind) => kind === payable.kind)) return refuse('CONFLICT');
  const quoted = await quoteFor(db, dependencies, { payable, user });
  const codeUser = codeUserOf(dependencies.makeToken, { subjectId: payable.subscription.id, ...user });
  const paid = await applyCode(db, dependencies, { quoted, payable, codeUser, typed, field, at });
  if (isRefusal(paid)) return paid;
  const { quote, cents, leftCents } = paid;
  return { payable, quoted: { ...quoted, quote }, codeUser, cents, leftCents };
}

type PayWithCodeParams = Typed & {
  subscriptionId: string;
  /** As displayed; null: whatever it is. */
  cents: number | null;
};

/**
 * Pays a year of a plan with one code that covers it, in the caller's transaction, without the gateway. The current
 * term is unchanged; a restart does not renew.
 */
export async function payWithCode(
  trx: Trx,
  dependencies: CodePaymentDependencies,
  { subscriptionId, cents, ...typed }: PayWithCodeParams,
): Promise<PricedByCode | Refusal<'CONFLICT' | 'VALIDATION'>> {
  const { user, form, at } = typed;
  await lockSubscription(trx, subscriptionId);
  const priced = await priceByCode(trx, dependencies, typed);
  if (isRefusal(priced)) return priced;
  const { payable, quoted, codeUser } = priced;
  if (payable.subscription.id !== subscriptionId) return refuse('CONFLICT');
  if (cents !== null && cents !== priced.cents) return refuse('CONFLICT');
  if (payable.kind === 'NEW_START' && isRefusal(await refusedSecondPlan(trx, [user.id]))) return refuse('CONFLICT');
  const request = {
    subjectId: subscriptionId,
    idempotencyKey: newId(at),
    body: null,
    purchase: purchaseOf(quoted, { payable, user, form }),
    source: null,
    switchedOff: null,
  };
  const claimed = await claimPayment(trx, { request, codeUser }, dependencies.clock);
  if ('refused' in claimed) return refuse('CONFLICT');
  const outcome = { outcome: 'covered_by_codes' as const, processedAt: at.toISOString() };
  await settleIn(trx, dependencies, { attemptId: claimed.attempt.id, outcome });
  return priced;
}

/**
 * The price of a renewal as announced, or of a restart. A year paid in advance is of the plan held: from the payment on
 * its plan is held, so one that was chosen for the renewal would replace it before the running term is over.
 */
async function quoteFor(
  db: DbOrTrx,
  dependencies: CodePaymentDependencies,
  { payable: { kind, subscription, address }, user }: { payable: Payable; user: User },
): Promise<RenewalQuote> {
  const within = { ...dependencies, db };
  const at = dependencies.clock.now();
  if (kind === 'RENEWAL') {
    const isAhead = hasPaidDays(subscription, dueDay(at, subscription.timeZone));
    return renewalPrice(within, { subscription, address, payForCoParent: false, ...(isAhead && { choice: null }) });
  }
  const today = dayIn(at, user.timeZone ?? 'UTC');
  return restartPrice(within, { subscription, address, today });
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

type TypedCodeParams = Pick<Typed, 'typed' | 'at'> & {
  quoted: RenewalQuote;
  address: Address;
  codeUser: CodeUser;
};
type CodeTaken =
  | { ok: true; priced: PricedOrder; cents: number; leftCents: number }
  | { ok: false; reason: RefusedCode['reason'] };

/** A year's price with what one typed code takes off, in part or all of it. */
export async function takeCode(
  db: DbOrTrx,
  dependencies: CodePaymentDependencies,
  { quoted, address, codeUser, typed, at }: TypedCodeParams,
): Promise<CodeTaken> {
  const found = await findActivationCode(db, { typed, user: codeUser, at });
  if (!found.ok) return found;
  const catalog = await dependencies.readCatalog();
  const choice = currentPlan(catalog, quoted);
  const code = await availableCode(dependencies, { code: found.code, typed, catalog, choice, address });
  if (!(await batchAllows(db, { batchId: found.code.batchId, user: codeUser })))
    return { ok: false, reason: 'code_used_up' };
  const priced = await priceWithCode(dependencies, { priced: quoted.quote.priced, code, address });
  const cents = priced.codes.find(({ id }) => id === code.id)?.amountCents ?? 0;
  return { ok: true, priced, cents, leftCents: found.code.holderId === null ? code.remainingCents - cents : 0 };
}

type ApplyCodeParams = Pick<Typed, 'typed' | 'field' | 'at'> & {
  quoted: RenewalQuote;
  payable: Payable;
  codeUser: CodeUser;
};

/** Rejected unless the code covers the whole price, because nothing is charged here. */
async function applyCode(
  db: DbOrTrx,
  dependencies: CodePaymentDependencies,
  { payable: { address }, field, ...typed }: ApplyCodeParams,
) {
  const taken = await takeCode(db, dependencies, { ...typed, address });
  if (!taken.ok) return refuseFields({ field, code: taken.reason });
  const { priced, cents, leftCents } = taken;
  if (priced.total > 0) return refuseFields({ field, code: 'code_pays_part' });
  return { quote: withoutTypedCodes({ ...typed.quoted.quote, priced }), cents, leftCents };
}

function purchaseOf(
  quoted: RenewalQuote,
  { payable: { kind, address }, user, form }: { payable: Payable; user: User; form: Typed['form'] },
): Purchase {
  const renewal = renewalPurchase(quoted, { payer: user, address });
  const purchase = { ...renewal, consent: { ...renewal.consent, form } };
  if (kind === 'RENEWAL') return purchase;
  const { quote } = quoted;
  const ends = { ...quote, renewal: { ...quote.renewal, cancelled: true } };
  return { ...purchase, kind, quote: ends, renews: false };
}
