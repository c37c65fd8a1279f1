import type { AnswerOf } from '#contract/api/route.ts';
import type { listUpgrades, UpgradeCard } from '#contract/api/upgrades.ts';
import type { CurrentOptions } from '#web/plans/build-your-own/build-form.ts';
import { planQuery, type SelectedPlan, selectedPlan } from '#web/plans/packages/selected-plan.ts';

export type Upgrades = AnswerOf<typeof listUpgrades>;

/** The selected plan in the address' query, or one that is no upgrade. */
export type UpgradeSelection = SelectedPlan<UpgradeCard> | { view: 'NOT_LARGER'; card: UpgradeCard };

export function selectionOf(search: URLSearchParams, packages: readonly UpgradeCard[]): UpgradeSelection {
  const selected = selectedPlan(search, packages);
  if (selected.view === 'CHOOSE' || selected.card.availability === 'UPGRADE') return selected;
  return { view: 'NOT_LARGER', card: selected.card };
}

/** The query of a selection. */
export const searchOf = (...selection: Parameters<typeof planQuery>): string =>
  `?${new URLSearchParams(planQuery(...selection))}`;

/** The query of a payment's receipt; `back`: the money is returned, and the plan has not changed. */
export function searchOfReceipt({
  receipt: { orderId },
  givenBack,
}: {
  receipt: { orderId: string };
  givenBack: boolean;
}): string {
  return `?${new URLSearchParams({ receipt: orderId, ...(givenBack ? { back: '1' } : {}) })}`;
}

/** Identifies what is paid, for the submission's key. */
export const upgradeSubject = (subscriptionId: string) => `upgrade:${subscriptionId}`;

/** The current plan's options for build-your-own. */
export function currentOptionsOf({
  current,
  packages,
  country,
}: Pick<Upgrades, 'current' | 'packages' | 'country'>): CurrentOptions {
  const currentPackage = packages.find(({ id }) => id === current.packageId);
  return {
    services: current.services,
    toneMeter: currentPackage?.packageName === 'PREMIUM',
    country,
    endsOn: current.renews ? null : current.currentSubscriptionPriceExpirationDate,
  };
}
