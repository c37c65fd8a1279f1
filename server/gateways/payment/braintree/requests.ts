import type { PaymentMethodCreateRequest, TransactionRequest } from 'braintree';
import type { BillingAddress, GatewayCustomer, SaleRequest, VaultRequest } from '../port.ts';
import { toDecimal } from './amounts.ts';
import './sdk-types.ts';

const sources = { first: 'recurring_first', subsequent: 'recurring' } as const;

/** `isCardAuthenticated`: it had to be, and the gateway says that it is. */
type SaleContext = { merchantAccountId: string; isCardAuthenticated: boolean };
/** `key`: the idempotency key; null where the gateway takes none. */
type SaleCircumstances = SaleContext & { key: string | null };

/** The same sale is always written the same way: under one idempotency key the gateway refuses another request. */
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
      // A card that is kept is authenticated for nothing: verified with another amount it would be refused.
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
