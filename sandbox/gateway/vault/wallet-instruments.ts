import { newId } from '../identifiers.ts';
import { flag, type Params, text } from '../params.ts';
import type { DeviceCard, Instrument } from '../records.ts';

type Read = { instrument: Instrument };
type TokenRequest = { params: Params };

/**
 * What a wallet's window requests a nonce for. `declines`: every charge fails; `oneTime`: a one-time PayPal approval,
 * which cannot be stored. Both are chosen by the tester.
 */
export function readPayPal({ params }: TokenRequest): Read {
  return {
    instrument: {
      kind: 'paypal_account',
      email: text(params, 'email') ?? 'payer@paypal.example',
      payerId: newId(13).toUpperCase(),
      oneTime: flag(params, 'one_time'),
      behaviour: flag(params, 'declines') ? 'wallet_declined' : 'normal',
    },
  };
}

export function readVenmo({ params }: TokenRequest): Read {
  return {
    instrument: {
      kind: 'venmo_account',
      username: text(params, 'username') ?? 'venmojoe',
      venmoUserId: newId(19),
      behaviour: flag(params, 'declines') ? 'wallet_declined' : 'normal',
    },
  };
}

/** A card of Apple Pay or Google Pay by its brand, `visa` by default. Its bank declines it. */
export function readDeviceCard({ params, kind }: TokenRequest & { kind: DeviceCard['kind'] }): Read {
  const brand = text(params, 'brand') ?? 'visa';
  const behaviour = flag(params, 'declines') ? 'do_not_honor' : 'normal';
  return { instrument: deviceCard({ kind, brand: isBrand(brand) ? brand : 'visa', behaviour }) };
}

const brands = {
  visa: { cardType: 'Visa', bin: '401288', lastFour: '1881' },
  mastercard: { cardType: 'MasterCard', bin: '555555', lastFour: '4444' },
  amex: { cardType: 'American Express', bin: '378282', lastFour: '0005' },
  discover: { cardType: 'Discover', bin: '601111', lastFour: '1117' },
} as const;
type Brand = keyof typeof brands;

function isBrand(name: string): name is Brand {
  return Object.hasOwn(brands, name);
}

function deviceCard({ kind, brand, behaviour }: Pick<DeviceCard, 'kind' | 'behaviour'> & { brand: Brand }): DeviceCard {
  return { kind, ...brands[brand], expirationMonth: '12', expirationYear: '2035', behaviour };
}

const payPal = {
  kind: 'paypal_account',
  email: 'jane.doe@paypal.example',
  payerId: 'FAKEPAYERID',
  behaviour: 'normal',
} as const;

const fakeDeviceCards: readonly [string, DeviceCard['kind'], Brand][] = [
  ['fake-apple-pay-visa-nonce', 'apple_pay_card', 'visa'],
  ['fake-apple-pay-mastercard-nonce', 'apple_pay_card', 'mastercard'],
  ['fake-apple-pay-amex-nonce', 'apple_pay_card', 'amex'],
  ['fake-apple-pay-mpan-nonce', 'apple_pay_card', 'visa'],
  ['fake-android-pay-nonce', 'android_pay_card', 'visa'],
  ['fake-android-pay-visa-nonce', 'android_pay_card', 'visa'],
  ['fake-android-pay-mastercard-nonce', 'android_pay_card', 'mastercard'],
  ['fake-android-pay-amex-nonce', 'android_pay_card', 'amex'],
  ['fake-android-pay-discover-nonce', 'android_pay_card', 'discover'],
];

/** The SDK's test nonces of wallets. */
export const fakeWalletNonces: readonly [string, Instrument][] = [
  ['fake-paypal-billing-agreement-nonce', { ...payPal, oneTime: false }],
  ['fake-paypal-one-time-nonce', { ...payPal, oneTime: true }],
  [
    'fake-venmo-account-nonce',
    { kind: 'venmo_account', username: 'venmojoe', venmoUserId: 'Venmo-Joe-1', behaviour: 'normal' },
  ],
  ...fakeDeviceCards.map(([nonce, kind, brand]): [string, Instrument] => [
    nonce,
    deviceCard({ kind, brand, behaviour: 'normal' }),
  ]),
];
