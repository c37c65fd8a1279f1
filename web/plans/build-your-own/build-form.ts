import type { OptionName, PackageCard } from '#contract/api/packages.ts';
import type { OrderDetail } from '#contract/api/prices.ts';
import type { Day } from '#contract/fields/day.ts';
import { m } from '#messages/messages.js';
import {
  type AlacarteValues,
  defaultAlacarteValues,
  type JoinSession,
  servicesOf,
} from '#web/join-session/join-session.ts';
import { alacarteDefaults } from '#web/join-session/transitions.ts';

export type BuildMode = 'purchase' | 'upgrade';
type Option = PackageCard['options'][number];

/**
 * The starting point of an upgrade: the current options by code, which stay, whether the plan includes the tone meter,
 * and the day (ISO date) on which it ends; null if it renews.
 */
export type CurrentOptions = {
  services: readonly string[];
  toneMeter: boolean;
  country: string;
  endsOn: Day | null;
};

export const buildLabels = {
  subscription: () => m.build_your_own_length(),
  myfiles: () => m.build_your_own_storage(),
  tonemeter: () => m.build_your_own_tone_meter(),
  unlimitedPayments: () => m.build_your_own_unlimited_payments(),
  callsBasic: () => m.build_your_own_recorded_calls(),
};

/** The add-ons with a single checkbox, by form field. */
export const tickedOptions = {
  tonemeter: 'TONEMETER',
  unlimitedPayments: 'UNLIMITEDPAYMENTS',
  callsBasic: 'CALLSBASIC',
} as const;
export type TickedField = keyof typeof tickedOptions;
export const tickedFields: readonly TickedField[] = ['tonemeter', 'unlimitedPayments', 'callsBasic'];

/** Build-your-own by term; a term without one is not offered. */
export function buildCards(packages: readonly PackageCard[]): PackageCard[] {
  return packages.filter(({ buildYourOwn }) => buildYourOwn);
}

export function optionsNamed(card: PackageCard, name: OptionName): Option[] {
  return card.options.filter(({ optionName }) => optionName === name);
}

/** The option of a checkbox; the tone meter only if it has a price (specification 5.8). */
export function tickedOption(card: PackageCard, field: TickedField): Option | null {
  const option = optionsNamed(card, tickedOptions[field])[0] ?? null;
  return field === 'tonemeter' && option?.price === 0 ? null : option;
}

/**
 * Storage needs at least two options to buy, one to upgrade to (specification 5.8). Smaller options than the current
 * one are not offered.
 */
export function storageChoices(card: PackageCard, mode: BuildMode, current: CurrentOptions | null = null): Option[] {
  const all = optionsNamed(card, 'MYFILES');
  const least = all.find(({ optionCode: code }) => current?.services.includes(code))?.price ?? 0;
  const storage = all.filter(({ price }) => price >= least);
  return storage.length > (mode === 'purchase' ? 1 : 0) ? storage : [];
}

/** A current option stays ticked and cannot be unticked (specification 5.8). */
export function isCurrentOption(card: PackageCard, field: TickedField, current: CurrentOptions | null): boolean {
  if (current === null) return false;
  return (
    (field === 'tonemeter' && current.toneMeter) ||
    current.services.includes(tickedOption(card, field)?.optionCode ?? '')
  );
}

/** Defaults of an upgrade: the current options, and those of an earlier choice that are still offered. */
export function upgradeDefaults(
  card: PackageCard,
  current: CurrentOptions,
  chosen: readonly string[] = [],
): AlacarteValues {
  const defaults = alacarteDefaults(card);
  const storage = storageChoices(card, 'upgrade', current);
  const myfiles = [...chosen, ...current.services, defaults.myfiles].find((code) =>
    storage.some(({ optionCode: known }) => known === code),
  );
  const ticked = (field: TickedField) => {
    const code = tickedOption(card, field)?.optionCode ?? '';
    return isCurrentOption(card, field, current) || chosen.includes(code) ? code : '';
  };
  return {
    ...defaults,
    myfiles: myfiles ?? storage[0]?.optionCode ?? '',
    tonemeter: ticked('tonemeter'),
    unlimitedPayments: ticked('unlimitedPayments'),
    callsBasic: ticked('callsBasic'),
  };
}

/** Whether an order adds any option to the current ones. */
export function addsOptions(order: OrderDetail, { services }: CurrentOptions): boolean {
  return order.services.some((code) => !services.includes(code));
}

/** The earlier choice if it is still offered; otherwise the term of the chosen card with its defaults. */
export function buildDefaults(
  cards: readonly PackageCard[],
  session: Pick<JoinSession, 'alacarteValues' | 'selectedPackage' | 'subscriptionLength'>,
): AlacarteValues {
  const { alacarteValues, selectedPackage, subscriptionLength } = session;
  const previous = selectedPackage?.buildYourOwn
    ? cards.find(({ productId }) => productId === alacarteValues.subscription)
    : undefined;
  if (previous && areCodesOffered(previous, alacarteValues)) return alacarteValues;
  const card = cards.find(({ subDurationInYears }) => subDurationInYears === subscriptionLength) ?? cards[0];
  return card ? alacarteDefaults(card) : defaultAlacarteValues;
}

function areCodesOffered(card: PackageCard, values: AlacarteValues): boolean {
  return servicesOf(values).every((code) => card.options.some(({ optionCode: known }) => known === code));
}

/** The order of the form's values; null until a term is chosen. */
export function orderFor(
  card: PackageCard | undefined,
  values: Omit<AlacarteValues, 'subscription'>,
): OrderDetail | null {
  if (!card) return null;
  return {
    packageId: card.id,
    productId: card.productId,
    services: servicesOf({ ...values, subscription: card.productId }),
  };
}

/** Package and options in cents, before discounts and tax: computed without a call. */
export function optimisticTotal(card: PackageCard, order: OrderDetail): number {
  const chosen = card.options.filter(({ optionCode: code }) => order.services.includes(code));
  return card.totalPrice + chosen.reduce((sum, { price }) => sum + price, 0);
}

/** Premium of the same term, if the chosen options cost as much or more (catalogue: build your own). */
export function premiumInstead(packages: readonly PackageCard[], card: PackageCard, total: number): PackageCard | null {
  const premium = packages.find(
    ({ packageName, subDurationInYears }) =>
      packageName === 'PREMIUM' && subDurationInYears === card.subDurationInYears,
  );
  return premium && total >= premium.totalPrice ? premium : null;
}
