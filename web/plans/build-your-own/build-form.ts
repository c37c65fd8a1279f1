import { productIds } from '#contract/product-ids.ts';
import * as z from 'zod/mini';
import type { OptionName, PackageCard } from '#contract/api/packages.ts';
import type { OrderDetail } from '#contract/api/prices.ts';
import type { FieldErrorCode } from '#contract/field-errors.ts';
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
 * What an upgrade begins with: the options one has, by code, which stay; and whether the plan in hand has the tone
 * meter anyway.
 */
export type HeldOptions = { services: readonly string[]; toneMeter: boolean; country: string };

const required: FieldErrorCode = 'options_required';
const optionCode = z._default(z.string(), '');

/** A length must be chosen; add-ons hold an option's code, or nothing (specification 5.8). */
export const buildSchema = z.object({
  subscription: z.enum(productIds, required),
  myfiles: optionCode,
  tonemeter: optionCode,
  unlimitedPayments: optionCode,
  callsBasic: optionCode,
});
export type BuildInput = z.input<typeof buildSchema>;
export type Build = z.output<typeof buildSchema>;

export const buildLabels = {
  subscription: () => m.build_your_own_length(),
  myfiles: () => m.build_your_own_storage(),
  tonemeter: () => m.build_your_own_tone_meter(),
  unlimitedPayments: () => m.build_your_own_unlimited_payments(),
  callsBasic: () => m.build_your_own_recorded_calls(),
};

/** The add-ons that are a single tick, by the form's field. */
export const tickedOptions = {
  tonemeter: 'TONEMETER',
  unlimitedPayments: 'UNLIMITEDPAYMENTS',
  callsBasic: 'CALLSBASIC',
} as const;
export type TickedField = keyof typeof tickedOptions;
export const tickedFields: readonly TickedField[] = ['tonemeter', 'unlimitedPayments', 'callsBasic'];

/** Build-your-own by length; a length without one is not offered. */
export function buildCards(packages: readonly PackageCard[]): PackageCard[] {
  return packages.filter(({ buildYourOwn }) => buildYourOwn);
}

export function optionsNamed(card: PackageCard, name: OptionName): Option[] {
  return card.options.filter(({ optionName }) => optionName === name);
}

/** The one option of a tick; the tone meter only while it costs something (specification 5.8). */
export function tickedOption(card: PackageCard, field: TickedField): Option | null {
  const option = optionsNamed(card, tickedOptions[field])[0] ?? null;
  return field === 'tonemeter' && option?.price === 0 ? null : option;
}

/**
 * A choice of storage needs more than one to buy, one to upgrade to (specification 5.8). Nobody is offered less than
 * they have.
 */
export function storageChoices(card: PackageCard, mode: BuildMode, held: HeldOptions | null = null): Option[] {
  const all = optionsNamed(card, 'MYFILES');
  const least = all.find(({ optionCode: code }) => held?.services.includes(code))?.price ?? 0;
  const storage = all.filter(({ price }) => price >= least);
  return storage.length > (mode === 'purchase' ? 1 : 0) ? storage : [];
}

/** What is held stays ticked, and pressing it does nothing (specification 5.8). */
export function isHeld(card: PackageCard, field: TickedField, held: HeldOptions | null): boolean {
  if (held === null) return false;
  return (
    (field === 'tonemeter' && held.toneMeter) || held.services.includes(tickedOption(card, field)?.optionCode ?? '')
  );
}

/** What an upgrade begins with: what is held, and of an earlier choice what can still be had. */
export function upgradeDefaults(card: PackageCard, held: HeldOptions, chosen: readonly string[] = []): AlacarteValues {
  const defaults = alacarteDefaults(card);
  const storage = storageChoices(card, 'upgrade', held);
  const kept = [...chosen, ...held.services, defaults.myfiles].find((code) =>
    storage.some(({ optionCode: known }) => known === code),
  );
  const ticked = (field: TickedField) => {
    const code = tickedOption(card, field)?.optionCode ?? '';
    return isHeld(card, field, held) || chosen.includes(code) ? code : '';
  };
  return {
    ...defaults,
    myfiles: kept ?? storage[0]?.optionCode ?? '',
    tonemeter: ticked('tonemeter'),
    unlimitedPayments: ticked('unlimitedPayments'),
    callsBasic: ticked('callsBasic'),
  };
}

/** Whether an order adds anything to the options one has. */
export function addsToHeld(order: OrderDetail, { services }: HeldOptions): boolean {
  return order.services.some((code) => !services.includes(code));
}

/** What was chosen before where that can still be had; otherwise the length that was looked at, with its defaults. */
export function buildDefaults(
  cards: readonly PackageCard[],
  session: Pick<JoinSession, 'alacarteValues' | 'selectedPackage' | 'subscriptionLength'>,
): AlacarteValues {
  const { alacarteValues, selectedPackage, subscriptionLength } = session;
  const before = selectedPackage?.buildYourOwn
    ? cards.find(({ productId }) => productId === alacarteValues.subscription)
    : undefined;
  if (before && codesKnown(before, alacarteValues)) return alacarteValues;
  const card = cards.find(({ subDurationInYears }) => subDurationInYears === subscriptionLength) ?? cards[0];
  return card ? alacarteDefaults(card) : defaultAlacarteValues;
}

function codesKnown(card: PackageCard, values: AlacarteValues): boolean {
  return servicesOf(values).every((code) => card.options.some(({ optionCode: known }) => known === code));
}

/** The order that a form's values name; null while no length is chosen. */
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

/** Package and options in cents, before discounts and tax: known without asking. */
export function optimisticTotal(card: PackageCard, order: OrderDetail): number {
  const chosen = card.options.filter(({ optionCode: code }) => order.services.includes(code));
  return card.totalPrice + chosen.reduce((sum, { price }) => sum + price, 0);
}

/** Premium of the same length, once the chosen options cost as much or more (catalogue: build your own). */
export function premiumInstead(packages: readonly PackageCard[], card: PackageCard, total: number): PackageCard | null {
  const premium = packages.find(
    ({ packageName, subDurationInYears }) =>
      packageName === 'PREMIUM' && subDurationInYears === card.subDurationInYears,
  );
  return premium && total >= premium.totalPrice ? premium : null;
}
