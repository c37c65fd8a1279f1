import { camelCased } from './params.ts';
import type { NonceRecord } from './records.ts';
import { threeDSecureView } from './three-d-secure/view.ts';
import { nonceTypes } from './views.ts';

/** A nonce as browsers read it. */
export function nonceAnswer({ nonce, instrument, consumed, threeDSecure }: NonceRecord) {
  const threeDSecureInfo = camelCased(threeDSecureView(threeDSecure));
  const shared = { type: nonceTypes[instrument.kind], nonce, consumed, threeDSecureInfo };
  if (instrument.kind === 'paypal_account') {
    return {
      ...shared,
      description: 'PayPal',
      details: { email: instrument.email, payerInfo: { email: instrument.email, payerId: instrument.payerId } },
    };
  }
  if (instrument.kind === 'venmo_account')
    return {
      ...shared,
      description: 'VenmoAccount',
      details: { username: instrument.username, venmoUserId: instrument.venmoUserId },
    };
  const { bin, lastFour, cardType, expirationMonth, expirationYear, cardholderName } = instrument;
  return {
    ...shared,
    description: `ending in ${lastFour.slice(2)}`,
    details: { bin, cardType, lastFour, lastTwo: lastFour.slice(2), expirationMonth, expirationYear, cardholderName },
    binData: unknownBinData,
  };
}

const unknownBinData = {
  prepaid: 'Unknown',
  healthcare: 'Unknown',
  debit: 'Unknown',
  durbinRegulated: 'Unknown',
  commercial: 'Unknown',
  payroll: 'Unknown',
  issuingBank: 'Unknown',
  countryOfIssuance: 'Unknown',
  productId: 'Unknown',
};
