import { consentTextVersion } from '../../checkout/purchase.ts';
import type { Clock } from '../../clock.ts';
import type { Db, DbOrTrx, Trx } from '../../db/pool.ts';
import { refusableTransaction } from '../../db/refusable-transaction.ts';
import type { Address, Language } from '../../db/schema.ts';
import { recordConsent } from '../../identity/consent-repository.ts';
import { familyMembers, type User } from '../../identity/user-repository.ts';
import { isBeingCharged } from '../../payments/payment-attempt-repository.ts';
import { presentQuote } from '../../pricing/quote.ts';
import type { StoredQuote } from '../../pricing/stored-quote.ts';
import { isRefusal, type Refusal, refuse } from '../../refusal.ts';
import { dueDay } from '../../subscriptions/calendar.ts';
import {
  coversFor,
  declineRenewalCover,
  enqueueCoverMail,
  readRenewalCover,
  storeRenewalCover,
  takeRenewalCover,
} from '../../subscriptions/renewal-cover-repository.ts';
import {
  changeSubscription,
  currentSubscription,
  lockSubscription,
  readSubscription,
  type Subscription,
} from '../../subscriptions/subscription-repository.ts';
import { billOfChoice, type ChoiceProblem } from '../choices/choose-renewal.ts';
import { type RenewDependencies, renewalPrice } from '../renew-subscription.ts';
import { chargeDay, closesBeforeCharge } from '../renewal-due.ts';

/** The other parent for whom a renewal may pay or pays, and where its payer is billed. */
type Coverable = { coParent: User; isChosen: boolean; address: Address };
type Chooser = { subscription: Subscription; user: User; at: Date };

/**
 * Why a payer cannot choose whether the renewal of their own plan also pays for the co-parent: the rule of all choices
 * for a renewal; nobody to pay for; a plan that they already pay for; or a co-parent who declined this time.
 */
export async function coverable(
  db: DbOrTrx,
  { subscription, user, at }: Chooser,
): Promise<Coverable | Refusal<ChoiceProblem>> {
  if (subscription.userId !== user.id) return refuse('NOT_FOUND');
  const address = await billOfChoice(db, { subscription, user, at });
  if (isRefusal(address)) return address;
  const members = await familyMembers(db, subscription.familyId);
  const coParent = members.find(
    ({ id, role, status }) => id !== user.id && role !== 'PROFESSIONAL' && status !== 'CLOSED',
  );
  if (!coParent) return refuse('CONFLICT');
  const cover = await readRenewalCover(db, subscription);
  if (cover !== null && cover.declinedAt !== null) return refuse('CONFLICT');
  const isPaidFor = (await currentSubscription(db, coParent.id))?.payerUserId === user.id;
  return isPaidFor ? refuse('CONFLICT') : { coParent, isChosen: cover !== null, address };
}

type Covering = {
  user: User;
  subscriptionId: string;
  language: Language;
  covers: boolean;
  /** Of the displayed price for both; null to renew the own plan only. */
  taxId: string | null;
};
type CoverProblem = ChoiceProblem | 'QUOTE_CHANGED';

/**
 * Lets the next renewal also pay for the co-parent, or only for the payer's own plan again; nothing is charged until
 * then. Both are told. The price must be the displayed one. Idempotent.
 */
export async function coverCoParent(
  dependencies: RenewDependencies,
  { user, subscriptionId, language, covers, taxId }: Covering,
): Promise<{ covers: boolean } | Refusal<CoverProblem>> {
  const { db, clock } = dependencies;
  const at = clock.now();
  const subscription = await readSubscription(db, subscriptionId);
  if (!subscription) return refuse('NOT_FOUND');
  const context = await coverable(db, { subscription, user, at });
  if (isRefusal(context)) return context;
  const { quote } = await renewalPrice(dependencies, { subscription, ...context, payForCoParent: true });
  const current = presentQuote(quote, { language });
  if (covers && current.taxId !== taxId) return refuse('QUOTE_CHANGED', { extra: { quote: current } });
  return refusableTransaction(db, (trx) =>
    storeChoice(trx, { subscriptionId, version: subscription.version, user, covers, language, quote, at }),
  );
}

type Stored = Pick<Covering, 'subscriptionId' | 'user' | 'covers' | 'language'> & {
  version: number;
  quote: StoredQuote;
  at: Date;
};

async function storeChoice(
  trx: Trx,
  { subscriptionId, version, user, covers, language, quote, at }: Stored,
): Promise<{ covers: boolean } | Refusal<ChoiceProblem>> {
  const current = await lockSubscription(trx, subscriptionId);
  if (!current) return refuse('NOT_FOUND');
  const context = await coverable(trx, { subscription: current, user, at });
  if (isRefusal(context)) return context;
  if (context.isChosen === covers) return { covers };
  if (current.version !== version) return refuse('CONFLICT');
  const { coParent, address } = context;
  if (covers) {
    await storeRenewalCover(trx, { current, coParentId: coParent.id, quote, at });
    const consent = { kind: 'RENEWAL', given: true, textVersion: consentTextVersion, form: 'renewal-cover' } as const;
    await recordConsent(trx, { ...consent, userId: user.id, country: address.country, language, at });
  } else await takeRenewalCover(trx, current);
  const after = await changeSubscription(trx, { current, change: {}, at });
  for (const userId of [user.id, coParent.id])
    await enqueueCoverMail(trx, { subscriptionId, userId, version: after.version, covers });
  return { covers };
}

/** The renewal of the other parent that also pays for this one, until its day; null if there is none. */
export async function renewalForReader(
  db: DbOrTrx,
  { userId, at }: { userId: string; at: Date },
): Promise<{ subscription: Subscription; renewsOn: Subscription['periodEnd'] } | null> {
  for (const id of await coversFor(db, userId)) {
    const subscription = await readSubscription(db, id);
    if (!subscription || (await readRenewalCover(db, subscription)) === null) continue;
    if (await closesBeforeCharge(db, { subscription, at })) continue;
    const renewsOn = await chargeDay(db, { subscription, at });
    if (subscription.declinedOn === null && dueDay(at, subscription.timeZone) < renewsOn)
      return { subscription, renewsOn };
  }
  return null;
}

/**
 * A parent for whom the other one's next renewal also pays declines: it pays for its holder only. Nothing is lost;
 * whoever pays is told. From the day of the renewal on it is too late.
 */
export async function declineCover(
  { db, clock }: { db: Db; clock: Clock },
  { userId }: { userId: string },
): Promise<{ declined: true } | Refusal<'CONFLICT'>> {
  const at = clock.now();
  return refusableTransaction(db, async (trx) => {
    const [id] = await coversFor(trx, userId);
    const current = id === undefined ? null : await lockSubscription(trx, id);
    const still = await renewalForReader(trx, { userId, at });
    if (!current || still?.subscription.id !== current.id) return refuse('CONFLICT');
    // Whether the payer is being charged is theirs.
    if (await isBeingCharged(trx, { subjectId: current.id, purposes: ['RENEWAL', 'UPGRADE'] }))
      return refuse('CONFLICT');
    await declineRenewalCover(trx, { current, at });
    const after = await changeSubscription(trx, { current, change: {}, at });
    const mail = { subscriptionId: current.id, userId: current.payerUserId, version: after.version, covers: false };
    await enqueueCoverMail(trx, mail);
    return { declined: true as const };
  });
}
