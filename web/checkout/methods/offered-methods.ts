import type { BootData } from '#contract/boot.ts';
import { experimentState } from '#contract/boot.ts';
import { countryRow } from '#contract/fields/countries.ts';
import type { ExperimentKey } from '#contract/sign-up/experiments.ts';
import { type PaymentType, type WalletType, walletSwitches } from '#contract/sign-up/payment-types.ts';
import { type CardBrand, cardBrands, offeredPaymentTypes } from '#web/payment-methods/payment-method.ts';

const walletExperiments: Partial<Record<WalletType, ExperimentKey>> = {
  PAYPAL: 'wallet-payment-in-join',
  VENMO: 'venmo',
};

/**
 * The payment methods for a billing country: by country, experiment, and an operator's switches (specification 2.8).
 */
export function offeredMethods({ country, boot }: { country: string; boot: BootData }): PaymentType[] {
  const hidden = (Object.keys(walletSwitches) as WalletType[]).filter((wallet) => {
    const experiment = walletExperiments[wallet];
    return (experiment !== undefined && !isOn(boot, experiment)) || isOn(boot, walletSwitches[wallet]);
  });
  return offeredPaymentTypes({ country, hidden });
}

const hideableBrands: Partial<Record<CardBrand, ExperimentKey>> = {
  discover: 'hide-discover',
  'american-express': 'hide-amex',
};

export function offeredBrands(boot: BootData): CardBrand[] {
  return cardBrands.filter((brand) => {
    const hiddenBy = hideableBrands[brand];
    return hiddenBy === undefined || !isOn(boot, hiddenBy);
  });
}

/** Whether device data is sent with a card of this billing country (specification 3.7). */
export function wantsDeviceData({ country, boot }: { country: string; boot: BootData }): boolean {
  return countryRow(country)?.sendsDeviceData === true && isOn(boot, 'uk-card-payment-provider');
}

function isOn(boot: BootData, key: ExperimentKey): boolean {
  return experimentState(boot, key) === 'treatment';
}

/** Experiments that decide which payment methods are shown; `hide-…` are an operator's switches without assignment. */
export const methodExperiments = Object.values(walletExperiments);
