import { disputeView } from './disputes/dispute-view.ts';
import type { GatewayContext, GatewayPaymentMethod } from './gateway-context.ts';
import { accountView } from './merchant-accounts.ts';
import type {
  Address,
  CustomerRecord,
  Instrument,
  NonceRecord,
  TransactionRecord,
  VerificationRecord,
} from './records.ts';
import { threeDSecureView } from './three-d-secure/view.ts';
import { formatAmount } from './transactions/amounts.ts';
import type { ValidationError } from './validation-errors.ts';
import { isPast } from './vault/cards.ts';
import {
  cardFields,
  nonceDetails,
  nonceTypes,
  transactionInstrument,
  vaultedFields,
} from './vault/instrument-views.ts';
import { methodsOf } from './vault/vault.ts';
import { list, type XmlValue } from './xml.ts';

/** Records as the elements that the SDK reads. */

const responseTypes = { approved: 'approved', soft_declined: 'soft_declined', hard_declined: 'hard_declined' } as const;

export function transactionView(transaction: TransactionRecord): XmlValue {
  const { verdict, checks, instrument } = transaction;
  return {
    id: transaction.id,
    status: transaction.status,
    type: transaction.type,
    amount: formatAmount(transaction.amountCents),
    ...accountView(transaction.merchantAccountId),
    order_id: transaction.orderId,
    created_at: new Date(transaction.createdAt),
    updated_at: new Date(transaction.updatedAt),
    customer: {
      id: transaction.customer.id,
      first_name: transaction.customer.firstName,
      last_name: transaction.customer.lastName,
      email: transaction.customer.email,
    },
    billing: addressView(transaction.billing),
    refund_id: transaction.refundIds[0] ?? null,
    refund_ids: list('item', transaction.refundIds),
    refunded_transaction_id: transaction.refundedTransactionId,
    processor_response_code: verdict.responseCode,
    processor_response_text: verdict.responseText,
    processor_response_type: verdict.responseType && responseTypes[verdict.responseType],
    gateway_rejection_reason: verdict.rejectionReason,
    ...settlementFields(transaction),
    avs_error_response_code: null,
    avs_postal_code_response_code: checks.avsPostalCode,
    avs_street_address_response_code: checks.avsStreetAddress,
    cvv_response_code: checks.cvv,
    three_d_secure_info: threeDSecureView(transaction.threeDSecure),
    disputes: list(
      'dispute',
      (transaction.disputes ?? []).map((dispute) => disputeView({ transaction, dispute })),
    ),
    transaction_source: transaction.transactionSource,
    recurring: transaction.transactionSource?.startsWith('recurring') === true,
    ...(transaction.deviceDataCaptured === true && { risk_data: { decision: 'Approve', device_data_captured: true } }),
    payment_instrument_type: instrument.kind,
    ...transactionInstrument({ instrument, token: transaction.paymentMethodToken }),
    status_history: list(
      'status-event',
      transaction.history.map(({ status, at, amountCents }) => ({
        timestamp: new Date(at),
        status,
        amount: formatAmount(amountCents),
        user: 'sandbox',
        transaction_source: 'api',
      })),
    ),
  };
}

const settlementAnswers: Partial<Record<TransactionRecord['status'], { code: string; text: string }>> = {
  settled: { code: '4000', text: 'Confirmed' },
  settlement_confirmed: { code: '4000', text: 'Confirmed' },
  settlement_declined: { code: '4001', text: 'Settlement Declined' },
  settlement_pending: { code: '4002', text: 'Settlement Pending' },
};

/** The bank's response to the settlement: an amount that triggers a decline is its code. */
function settlementFields({ status, amountCents }: TransactionRecord): { [key: string]: XmlValue } {
  const answer = settlementAnswers[status];
  const isTriggered = status === 'settlement_declined' && amountCents >= 4001_00 && amountCents <= 5000_99;
  return {
    processor_settlement_response_code: isTriggered ? String(Math.trunc(amountCents / 100)) : (answer?.code ?? null),
    processor_settlement_response_text: answer?.text ?? null,
  };
}

function addressView(address: Address | null): XmlValue {
  return {
    first_name: address?.firstName ?? null,
    last_name: address?.lastName ?? null,
    street_address: address?.streetAddress ?? null,
    extended_address: address?.extendedAddress ?? null,
    locality: address?.locality ?? null,
    region: address?.region ?? null,
    postal_code: address?.postalCode ?? null,
    country_code_alpha2: address?.countryCodeAlpha2 ?? null,
  };
}

/** `[element, content]`: a stored method's element is named after its kind. */
export function paymentMethodView({ context, method }: GatewayPaymentMethod): [string, { [key: string]: XmlValue }] {
  const { instrument } = method;
  const shared = {
    token: method.token,
    customer_id: method.customerId,
    default: method.isDefault,
    created_at: new Date(method.createdAt),
    updated_at: new Date(method.updatedAt),
    subscriptions: list('subscription', []),
    ...vaultedFields({ instrument, token: method.token }),
  };
  if (instrument.kind !== 'credit_card') return [instrument.kind, shared];
  const verification =
    method.verificationId === null ? undefined : context.store.verifications.get(method.verificationId);
  return [
    'credit_card',
    {
      ...shared,
      expired: isPast(instrument, context.clock.now()),
      billing_address: addressView(instrument.billing),
      verifications: list('verification', verification ? [verificationView(verification)] : []),
    },
  ];
}

export function verificationView(verification: VerificationRecord): XmlValue {
  const { verdict, checks, instrument } = verification;
  return {
    id: verification.id,
    status: verdict.status === 'approved' ? 'verified' : verdict.status,
    amount: formatAmount(verification.amountCents),
    currency_iso_code: 'USD',
    processor_response_code: verdict.responseCode,
    processor_response_text: verdict.responseText,
    processor_response_type: verdict.responseType,
    gateway_rejection_reason: verdict.rejectionReason,
    cvv_response_code: checks.cvv,
    avs_error_response_code: null,
    avs_postal_code_response_code: checks.avsPostalCode,
    avs_street_address_response_code: checks.avsStreetAddress,
    three_d_secure_info: threeDSecureView(verification.threeDSecure),
    credit_card: cardFields(instrument),
    billing: addressView(instrument.billing),
    created_at: new Date(verification.createdAt),
    updated_at: new Date(verification.createdAt),
  };
}

export function customerView({ context, customer }: { context: GatewayContext; customer: CustomerRecord }): XmlValue {
  const methods = methodsOf({ context, customerId: customer.id });
  const ofKind = (kind: Instrument['kind']) =>
    methods
      .filter((method) => method.instrument.kind === kind)
      .map((method) => paymentMethodView({ context, method })[1]);
  return {
    id: customer.id,
    merchant_id: context.merchantId,
    first_name: customer.firstName,
    last_name: customer.lastName,
    email: customer.email,
    phone: customer.phone,
    company: customer.company,
    created_at: new Date(customer.createdAt),
    updated_at: new Date(customer.updatedAt),
    custom_fields: '',
    credit_cards: list('credit-card', ofKind('credit_card')),
    paypal_accounts: list('paypal-account', ofKind('paypal_account')),
    venmo_accounts: list('venmo-account', ofKind('venmo_account')),
    apple_pay_cards: list('apple-pay-card', ofKind('apple_pay_card')),
    android_pay_cards: list('android-pay-card', ofKind('android_pay_card')),
    addresses: list('address', []),
  };
}

export function nonceView({
  nonce,
  instrument,
  consumed,
  threeDSecure,
}: Pick<NonceRecord, 'nonce' | 'instrument' | 'consumed' | 'threeDSecure'>): XmlValue {
  return {
    nonce,
    type: nonceTypes[instrument.kind],
    consumed,
    default: false,
    description: '',
    is_locked: false,
    three_d_secure_info: threeDSecureView(threeDSecure),
    details: nonceDetails(instrument),
  };
}

type Declined = { errors: readonly ValidationError[]; message: string; declined?: { [key: string]: XmlValue } };

/** `<api-error-response>`: field errors nested by path, and what was declined, if anything. */
export function errorView({ errors, message, declined = {} }: Declined): XmlValue {
  return { errors: errorTree({ errors, depth: 0 }), message, params: {}, ...declined };
}

function errorTree({ errors, depth }: { errors: readonly ValidationError[]; depth: number }): XmlValue {
  const here = errors.filter(({ path }) => depth > 0 && path.split('.').length === depth);
  const deeper = Map.groupBy(
    errors.filter((error) => !here.includes(error)),
    ({ path }) => path.split('.')[depth] ?? '',
  );
  return {
    errors: list(
      'error',
      here.map(({ attribute, code, message }) => ({ attribute, code, message })),
    ),
    ...Object.fromEntries([...deeper].map(([key, each]) => [key, errorTree({ errors: each, depth: depth + 1 })])),
  };
}
