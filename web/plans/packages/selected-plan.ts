import type { OrderDetail } from '#contract/api/prices.ts';

type Card = {
  id: number;
  buildYourOwn: boolean;
  productId: OrderDetail['productId'];
  options: readonly { optionCode: string }[];
};

/** None yet, options being chosen, or a plan to review. */
export type SelectedPlan<C extends Card> =
  | { view: 'CHOOSE' }
  | { view: 'BUILD'; card: C; chosen: readonly string[] }
  | { view: 'REVIEW'; card: C; order: OrderDetail };

const separator = '.';

/**
 * The selected plan in the address' query, so that a reload and Back keep it. Untrusted: the server prices and
 * validates it.
 */
export function selectedPlan<C extends Card>(search: URLSearchParams, packages: readonly C[]): SelectedPlan<C> {
  const card = packages.find(({ id }) => String(id) === search.get('plan'));
  if (!card) return { view: 'CHOOSE' };
  if (!card.buildYourOwn) return { view: 'REVIEW', card, order: { packageId: card.id, productId: null, services: [] } };
  const codes = new Set(card.options.map(({ optionCode }) => optionCode));
  const chosen = (search.get('options') ?? '').split(separator).filter((code) => codes.has(code));
  if (chosen.length === 0 || search.get('view') === 'build') return { view: 'BUILD', card, chosen };
  return { view: 'REVIEW', card, order: { packageId: card.id, productId: card.productId, services: chosen } };
}

export type PlanSelection = { packageId: number; services?: readonly string[] };

/** The query of a selection; `building` shows its options again. */
export function planQuery(
  { packageId, services = [] }: PlanSelection,
  { building = false } = {},
): Record<string, string> {
  return {
    plan: String(packageId),
    ...(services.length > 0 ? { options: services.join(separator) } : {}),
    ...(building ? { view: 'build' } : {}),
  };
}
