import { camelCased } from './params.ts';
import type { Instrument, NonceRecord } from './records.ts';
import { threeDSecureView } from './three-d-secure/view.ts';
import { nonceDetails, nonceTypes, unknownBinData } from './vault/instrument-views.ts';

/** A nonce in the format for browsers. */
export function nonceAnswer({ nonce, instrument, consumed, threeDSecure }: NonceRecord) {
  const isAccount = instrument.kind === 'paypal_account' || instrument.kind === 'venmo_account';
  return {
    type: nonceTypes[instrument.kind],
    nonce,
    consumed,
    description: descriptionOf(instrument),
    threeDSecureInfo: camelCased(threeDSecureView(threeDSecure)),
    details: camelCased({
      ...nonceDetails(instrument),
      ...(instrument.kind === 'credit_card' && { cardholder_name: instrument.cardholderName }),
    }),
    ...(!isAccount && { binData: camelCased(unknownBinData) }),
  };
}

function descriptionOf(instrument: Instrument): string {
  switch (instrument.kind) {
    case 'paypal_account':
      return 'PayPal';
    case 'venmo_account':
      return 'VenmoAccount';
    case 'apple_pay_card':
      return `Apple Pay - ${instrument.cardType}`;
    case 'android_pay_card':
      return 'Google Pay';
    case 'credit_card':
      return `ending in ${instrument.lastFour.slice(2)}`;
  }
}
