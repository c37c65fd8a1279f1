import type { PaymentMethodCreateRequest, TransactionRequest } from 'braintree';
import type { BillingAddress, GatewayCustomer, SaleRequest, VaultRequest } from '../port.ts';
import { toDecimal } from './amounts.ts';
import './sdk-types.ts';

const sources = { first: 'recurring_first', subsequent: 'recurring' } as const;

/** `isCardAuthenticated`: authentication was required, and the gateway confirmed it. */
type SaleContext = { merchantAccountId: string; isCardAuthenticated: boolean };
/** `key`: the idempotency key; null if the merchant account allows none. */
type SaleCircumstances = SaleContext & { key: string | null };

/** The same sale always gives the same request: under one idempotency key the gateway refuses another. */
export function saleRequest(
  sale: SaleRequest,
  { merchantAccountId, isCardAuthenticated, key }: SaleCircumstances,
): TransactionRequest {
  const { source, customer, billing } = sale;
  const isStored = 'paymentMethodToken' in source;
  const shouldStore = !isStored && sale.storeInVault;
  return {
    amount: toDecimal(sale.amountCents),
    merchantAccountId,
    orderId: sale.orderId,
    ...(key !== null && { apiRequestKey: key }),
    ...('nonce' in source ? { paymentMethodNonce: source.nonce } : { paymentMethodToken: source.paymentMethodToken }),
    ...(!isStored &&
      (shouldStore
        ? { customerId: customer.id }
        : { customer: { firstName: customer.firstName, lastName: customer.lastName, email: customer.email } })),
    ...(billing && { billing: billingOf({ billing, customer }) }),
    ...(sale.cardholderName && !isStored && { creditCard: { cardholderName: sale.cardholderName } }),
    ...(sale.deviceData && { deviceData: sale.deviceData }),
    ...(sale.recurring && { transactionSource: sources[sale.recurring] }),
    options: {
      submitForSettlement: true,
      ...(isCardAuthenticated && { threeDSecure: { required: true } }),
      ...(shouldStore && { storeInVaultOnSuccess: true, addBillingAddressToPaymentMethod: billing !== null }),
    },
  };
}

export function vaultRequest(
  { nonce, customer, billing, cardholderName, deviceData }: VaultRequest,
  { merchantAccountId, isCardAuthenticated }: SaleContext,
): PaymentMethodCreateRequest {
  return {
    customerId: customer.id,
    paymentMethodNonce: nonce,
    ...(billing && { billingAddress: billingOf({ billing, customer }) }),
    ...(cardholderName && { cardholderName }),
    ...(deviceData && { deviceData }),
    options: {
      verifyCard: true,
      makeDefault: true,
      verificationMerchantAccountId: merchantAccountId,
      // A card that is only stored was authenticated for amount zero: the gateway refuses to verify another amount.
      ...(isCardAuthenticated && { verificationAmount: '0.00' }),
    },
  };
}

function billingOf({ billing, customer }: { billing: BillingAddress; customer: GatewayCustomer }) {
  return {
    firstName: customer.firstName,
    lastName: customer.lastName,
    streetAddress: billing.line1,
    ...(billing.line2 && { extendedAddress: billing.line2 }),
    locality: billing.city,
    ...(billing.region && { region: billing.region }),
    ...(billing.postalCode && { postalCode: billing.postalCode }),
    countryCodeAlpha2: billing.country,
  };
}
