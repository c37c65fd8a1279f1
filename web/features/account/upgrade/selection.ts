import type { OrderDetail } from '#contract/api/prices.ts';
import type { AnswerOf } from '#contract/api/route.ts';
import type { listUpgrades, UpgradeCard } from '#contract/api/upgrades.ts';
import type { CurrentOptions } from '#web/plans/build-your-own/build-form.ts';

export type Upgrades = AnswerOf<typeof listUpgrades>;

/**
 * The selected upgrade in the address' query, so that a reload and Back keep it: none yet, options being chosen, a plan
 * to pay, or a plan that is no upgrade. Untrusted: the server prices and validates it.
 */
export type UpgradeSelection =
  | { view: 'CHOOSE' }
  | { view: 'NOT_LARGER'; card: UpgradeCard }
  | { view: 'BUILD'; card: UpgradeCard; chosen: readonly string[] }
  | { view: 'REVIEW'; card: UpgradeCard; order: OrderDetail };

const separator = '.';

export function selectionOf(search: URLSearchParams, packages: readonly UpgradeCard[]): UpgradeSelection {
  const card = packages.find(({ id }) => String(id) === search.get('plan'));
  if (!card) return { view: 'CHOOSE' };
  if (card.availability !== 'UPGRADE') return { view: 'NOT_LARGER', card };
  if (!card.buildYourOwn) return { view: 'REVIEW', card, order: { packageId: card.id, productId: null, services: [] } };
  const optionCodes = new Set(card.options.map(({ optionCode }) => optionCode));
  const chosen = (search.get('options') ?? '').split(separator).filter((code) => optionCodes.has(code));
  if (chosen.length === 0 || search.get('view') === 'build') return { view: 'BUILD', card, chosen };
  return { view: 'REVIEW', card, order: { packageId: card.id, productId: card.productId, services: chosen } };
}

/** The query of a selection; `building` shows its options again. */
export function searchOf(
  { packageId, services }: Pick<OrderDetail, 'packageId' | 'services'>,
  { building = false } = {},
): string {
  const query = new URLSearchParams({ plan: String(packageId) });
  if (services.length > 0) query.set('options', services.join(separator));
  if (building) query.set('view', 'build');
  return `?${query}`;
}

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
