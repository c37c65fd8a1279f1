import type { listRenewalChoices } from '#contract/api/renewal-choices.ts';
import type { AnswerOf } from '#contract/api/route.ts';
import { laterAddresses } from '#contract/later-addresses.ts';
import { type PlanSelection, planQuery } from '#web/plans/packages/selected-plan.ts';

export type RenewalChoices = AnswerOf<typeof listRenewalChoices>;

/** Handed to the parts that load later: whatever they import of the screen, they would load all of. */
export type AddressOf = (selected?: PlanSelection | null, options?: { building: boolean }) => string;

/** Where a subscription's renewal is chosen, with a selection; `building` shows its options again. */
export function choiceAddress(
  subscriptionId: string,
  selected: PlanSelection | null = null,
  options?: { building: boolean },
): string {
  const query = { of: subscriptionId, ...(selected ? planQuery(selected, options) : {}) };
  return `${laterAddresses.renewalChoice}?${new URLSearchParams(query)}`;
}
