import type { OrderDetail } from '#contract/api/prices.ts';
import type { listRenewalChoices, RenewalCard } from '#contract/api/renewal-choices.ts';
import type { AnswerOf } from '#contract/api/route.ts';
import { laterAddresses } from '#contract/later-addresses.ts';

export type RenewalChoices = AnswerOf<typeof listRenewalChoices>;

/** The selected plan in the address' query, so that a reload and Back keep it. Untrusted: the server validates it. */
export type RenewalSelection =
  | { view: 'CHOOSE' }
  | { view: 'BUILD'; card: RenewalCard; chosen: readonly string[] }
  | { view: 'REVIEW'; card: RenewalCard; order: OrderDetail };

const separator = '.';

export function selectionOf(search: URLSearchParams, packages: readonly RenewalCard[]): RenewalSelection {
  const card = packages.find(({ id }) => String(id) === search.get('plan'));
  if (!card) return { view: 'CHOOSE' };
  if (!card.buildYourOwn) return { view: 'REVIEW', card, order: { packageId: card.id, productId: null, services: [] } };
  const codes = new Set(card.options.map(({ optionCode }) => optionCode));
  const chosen = (search.get('options') ?? '').split(separator).filter((code) => codes.has(code));
  if (chosen.length === 0 || search.get('view') === 'build') return { view: 'BUILD', card, chosen };
  return { view: 'REVIEW', card, order: { packageId: card.id, productId: card.productId, services: chosen } };
}

type Selected = { packageId: number; services?: readonly string[] };

/** Handed to the parts that load later: whatever they import of the screen, they would load all of. */
export type AddressOf = (selected?: Selected | null, options?: { building: boolean }) => string;

/** Where a subscription's renewal is chosen, with a selection; `building` shows its options again. */
export function choiceAddress(
  subscriptionId: string,
  selected: Selected | null = null,
  { building = false } = {},
): string {
  const query = new URLSearchParams({ of: subscriptionId });
  if (selected) query.set('plan', String(selected.packageId));
  if (selected?.services && selected.services.length > 0) query.set('options', selected.services.join(separator));
  if (building) query.set('view', 'build');
  return `${laterAddresses.renewalChoice}?${query}`;
}
