import { countryRow, isServedCountry } from '#contract/fields/countries.ts';
import type { PaymentType } from '#contract/sign-up/payment-types.ts';
import type { Address } from '../db/schema.ts';
import { isSoldIn, type Sellers } from '../documents/sellers.ts';
import type { GatewayCustomer } from '../gateways/payment/port.ts';
import { addressOf, type User } from '../identity/user-repository.ts';
import type { Payer } from '../payments/send-payment.ts';
import { type Refusal, refuse, refuseFields } from '../refusal.ts';

type Person = Pick<User, 'id' | 'gatewayCustomerId' | 'firstName' | 'lastName' | 'email'>;
type SubmittedPayment = {
  paymentType: PaymentType | null;
  cardHolderName: string | null;
  deviceData?: string | null | undefined;
};
type PayerContext = {
  address: Address;
  recurring: Payer['recurring'];
  storeInVault?: boolean;
  /** Payer data submitted with the payment method; null when a stored one is charged. */
  payment?: SubmittedPayment | null;
};

type Billed = Parameters<typeof addressOf>[0];
type BillAddress = Address | Refusal<'COUNTRY_MISMATCH' | 'VALIDATION'>;

/** Where a user is billed for a new purchase: nothing is sold to a country without a seller. */
export const billOfSale = (user: Billed, sellers: Sellers): BillAddress =>
  billedWhere(user, (country) => isSoldIn(sellers, country));

/** Where a user is billed for a running plan: its country had a seller when the plan was bought, so it renews there. */
export const billOfPlan = (user: Billed): BillAddress => billedWhere(user, isServedCountry);

/** Without an address there is no tax. */
function billedWhere(user: Billed, isBilled: (country: string) => boolean): BillAddress {
  const address = addressOf(user);
  if (!address) return refuseFields({ field: 'address', code: 'required' });
  return isBilled(address.country) ? address : refuse('COUNTRY_MISMATCH');
}

/** A person as stored in the vault. */
export function gatewayCustomerOf({ id, gatewayCustomerId, firstName, lastName, email }: Person): GatewayCustomer {
  return { id: gatewayCustomerId ?? id, firstName, lastName, email };
}

/**
 * The payer as the gateway's customer: every charge and every stored card belongs to the customer of the first payment.
 */
export function payerOf(
  person: Person,
  { address, recurring, storeInVault = false, payment = null }: PayerContext,
): Payer {
  return {
    customer: gatewayCustomerOf(person),
    billing: { ...address, line2: address.line2 || null },
    cardholderName: payment && payment.cardHolderName,
    storeInVault,
    deviceData: payment && deviceDataOf({ payment, country: address.country }),
    recurring,
  };
}

/** Device data is sent with a card only if its billing country requires it (specification 3.7). */
function deviceDataOf({
  payment: { paymentType, deviceData = null },
  country,
}: {
  payment: Pick<SubmittedPayment, 'paymentType' | 'deviceData'>;
  country: string;
}): string | null {
  return paymentType === 'CREDIT_CARD' && countryRow(country)?.sendsDeviceData ? deviceData : null;
}
