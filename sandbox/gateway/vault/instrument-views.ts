import type { Card, DeviceCard, Instrument } from '../records.ts';
import type { XmlValue } from '../xml.ts';

/** Payment instruments in the SDK's format: on a transaction, in the vault and on a nonce. */
type Fields = { [key: string]: XmlValue };

export const nonceTypes: Record<Instrument['kind'], string> = {
  credit_card: 'CreditCard',
  paypal_account: 'PayPalAccount',
  venmo_account: 'VenmoAccount',
  apple_pay_card: 'ApplePayCard',
  android_pay_card: 'AndroidPayCard',
};

export const unknownBinData = {
  prepaid: 'Unknown',
  debit: 'Unknown',
  commercial: 'Unknown',
  healthcare: 'Unknown',
  durbin_regulated: 'Unknown',
  payroll: 'Unknown',
  issuing_bank: 'Unknown',
  country_of_issuance: 'Unknown',
  product_id: 'Unknown',
};

export function cardFields(card: Card): Fields {
  return {
    bin: card.bin,
    last_4: card.lastFour,
    card_type: card.cardType,
    expiration_month: card.expirationMonth,
    expiration_year: card.expirationYear,
    cardholder_name: card.cardholderName,
    customer_location: 'US',
    unique_number_identifier: card.fingerprint,
    ...unknownBinData,
  };
}

function deviceCardFields(card: DeviceCard): Fields {
  const shared = {
    bin: card.bin,
    expiration_month: card.expirationMonth,
    expiration_year: card.expirationYear,
    source_description: `${card.cardType} ${card.lastFour}`,
    ...unknownBinData,
  };
  if (card.kind === 'apple_pay_card')
    return {
      ...shared,
      last_4: card.lastFour,
      card_type: `Apple Pay - ${card.cardType}`,
      payment_instrument_name: `${card.cardType} ${card.lastFour}`,
      cardholder_name: null,
    };
  return {
    ...shared,
    virtual_card_last_4: card.lastFour,
    virtual_card_type: card.cardType,
    source_card_last_4: card.lastFour,
    source_card_type: card.cardType,
    google_transaction_id: 'google_transaction_id',
    is_network_tokenized: true,
  };
}

/** On a transaction: one element, with a different name than in the vault. */
export function transactionInstrument({ instrument, token }: { instrument: Instrument; token: string | null }): Fields {
  switch (instrument.kind) {
    case 'credit_card':
      return { credit_card: { token, ...cardFields(instrument) } };
    case 'apple_pay_card':
      return { apple_pay: { token, ...deviceCardFields(instrument) } };
    case 'android_pay_card':
      return { android_pay_card: { token, ...deviceCardFields(instrument) } };
    case 'paypal_account':
      return {
        paypal: {
          token,
          payer_email: instrument.email,
          payer_id: instrument.payerId,
          payer_status: 'VERIFIED',
          implicitly_vaulted_payment_method_token: null,
        },
      };
    case 'venmo_account':
      return { venmo_account: { token, ...venmoFields(instrument) } };
  }
}

function venmoFields({ username, venmoUserId }: { username: string; venmoUserId: string }): Fields {
  return { username, venmo_user_id: venmoUserId, source_description: `Venmo Account: ${username}` };
}

/** In the vault. */
export function vaultedFields({ instrument, token }: { instrument: Instrument; token: string }): Fields {
  switch (instrument.kind) {
    case 'credit_card':
      return cardFields(instrument);
    case 'paypal_account':
      return { email: instrument.email, payer_id: instrument.payerId, billing_agreement_id: `B-${token}` };
    case 'venmo_account':
      return venmoFields(instrument);
    case 'apple_pay_card':
    case 'android_pay_card':
      return deviceCardFields(instrument);
  }
}

export function nonceDetails(instrument: Instrument): Fields {
  switch (instrument.kind) {
    case 'paypal_account':
      return { email: instrument.email, payer_info: { email: instrument.email, payer_id: instrument.payerId } };
    case 'venmo_account':
      return { username: instrument.username, venmo_user_id: instrument.venmoUserId };
    case 'credit_card':
    case 'apple_pay_card':
    case 'android_pay_card':
      return {
        bin: instrument.bin,
        last_two: instrument.lastFour.slice(2),
        last_four: instrument.lastFour,
        card_type: instrument.cardType,
        expiration_month: instrument.expirationMonth,
        expiration_year: instrument.expirationYear,
        ...(instrument.kind === 'apple_pay_card' && { dpan_last_two: instrument.lastFour.slice(2) }),
        ...(instrument.kind === 'android_pay_card' && { is_network_tokenized: true }),
      };
  }
}
