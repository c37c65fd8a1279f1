import type { readEntitlements as readEntitlementsRoute } from '#contract/api/entitlements.ts';
import type { AnswerOf } from '#contract/api/route.ts';
import type { Day } from '#contract/fields/day.ts';
import type { Language } from '#contract/fields/languages.ts';
import type { Choice } from '../catalog/choose-options.ts';
import { type Entitlement, entitlementsOf, sourcesOf } from '../catalog/entitlements.ts';
import type { Catalog } from '../catalog/package-repository.ts';
import { currentPlan } from '../checkout/price-choice.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/pool.ts';
import { readUser, type User } from '../identity/user-repository.ts';
import { hasOpenDispute } from '../payments/dispute-repository.ts';
import { latestSuspension } from '../subscriptions/charge-suspensions.ts';
import type { Suspension } from '../subscriptions/renewal-schedule.ts';
import { isUsableAt, usableUntilAt } from '../subscriptions/subscription-life.ts';
import { latestOwn, type Subscription } from '../subscriptions/subscription-repository.ts';

type HeldPlan = Pick<
  Subscription,
  'packageId' | 'services' | 'state' | 'autoRenew' | 'timeZone' | 'periodEnd' | 'declinedOn' | 'retryOn' | 'endedAt'
>;

/**
 * A user with their current or latest plan, whoever pays for it. `paused`: a payment of its payer is disputed.
 * `suspension`: the latest time without automatic charges.
 */
export type Holder = Pick<User, 'role' | 'status'> & {
  heldPlan: HeldPlan | null;
  paused: boolean;
  suspension: Suspension | null;
};

/** `plan` and `paidUntil` (ISO date) describe the usable plan; null if there is none. */
export type UserEntitlements = { plan: Choice | null; paidUntil: Day | null; entitlements: Entitlement[] };

/** The entitlements of a former subscriber. */
const everSubscribed = ['EVER_SUBSCRIBED'];

/** A user's entitlements at an instant: from their plan, a former plan, and their role. */
export function entitledAt(
  catalog: Catalog,
  { role, status, heldPlan, paused, suspension }: Holder,
  at: Date,
): UserEntitlements {
  if (status === 'CLOSED') return { plan: null, paidUntil: null, entitlements: [] };
  const usable = heldPlan !== null && isUsableAt(heldPlan, { at, paused, suspension }) ? heldPlan : null;
  const plan = usable && currentPlan(catalog, usable);
  const sources = [...(plan ? sourcesOf(plan) : []), ...(heldPlan ? everSubscribed : []), role];
  return { plan, paidUntil: usable && usableUntilAt(usable, at), entitlements: entitlementsOf(catalog, sources) };
}

/** What a plan includes for its holder at an instant, in words; nothing after its end. */
export function includedIn(
  catalog: Catalog,
  holder: Pick<Holder, 'paused' | 'suspension'> & { heldPlan: HeldPlan },
  at: Date,
): Record<Language, string>[] {
  const { entitlements } = entitledAt(catalog, { role: 'PARENT_A', status: 'ACTIVE', ...holder }, at);
  return entitlements.flatMap(({ texts }) => (texts ? [texts] : []));
}

type Dependencies = { db: Db; clock: Clock; readCatalog: () => Promise<Catalog> };

/** Null for an unknown id. A closed account has no entitlements. `read`: the user, if already read. */
export async function readEntitlements(
  { db, clock, readCatalog }: Dependencies,
  userId: string,
  read?: Pick<User, 'id' | 'role' | 'status'>,
): Promise<AnswerOf<typeof readEntitlementsRoute> | null> {
  const [catalog, user, heldPlan] = await Promise.all([
    readCatalog(),
    read ?? readUser(db, userId),
    latestOwn(db, userId),
  ]);
  if (!user) return null;
  const at = clock.now();
  const suspension = heldPlan && (await latestSuspension(db, { timeZone: heldPlan.timeZone, at }));
  const paused = heldPlan?.state === 'CURRENT' && (await hasOpenDispute(db, heldPlan.payerUserId));
  const { plan, paidUntil, entitlements } = entitledAt(catalog, { ...user, heldPlan, paused, suspension }, at);
  return {
    user: user.id,
    role: user.role,
    closed: user.status === 'CLOSED',
    plan: plan && plan.package.packageName,
    paidUntil,
    entitlements: Object.fromEntries(entitlements.map(({ entitlement, quantity }) => [entitlement, quantity])),
  };
}
