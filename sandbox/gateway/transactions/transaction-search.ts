import type { GatewayContext } from '../gateway-context.ts';
import { accountView } from '../merchant-accounts.ts';
import type { Params } from '../params.ts';
import type { TransactionRecord } from '../records.ts';
import {
  type Criterion,
  meets,
  rangeCriterion,
  readCents,
  textCriterion,
  timeCriterion,
  valuesCriterion,
} from './search-criteria.ts';
import { allTransactions } from './transactions.ts';

export const searchPageSize = 50;

const nothing = () => null;

/** Published names of fields that no transaction of the sandbox has. */
const unsupportedFields: Record<string, Criterion<TransactionRecord>> = {
  ...Object.fromEntries(
    [
      'acquirer_reference_number',
      'billing_company',
      'billing_country_name',
      'customer_company',
      'customer_fax',
      'customer_phone',
      'customer_website',
      'paypal_authorization_id',
      'paypal_payment_id',
      'processor_authorization_code',
      'sepa_debit_paypal_v2_order_id',
      'settlement_batch_id',
      'shipping_company',
      'shipping_country_name',
      'shipping_extended_address',
      'shipping_first_name',
      'shipping_last_name',
      'shipping_locality',
      'shipping_postal_code',
      'shipping_region',
      'shipping_street_address',
      'store_id',
    ].map((name) => [name, textCriterion<TransactionRecord>(nothing)]),
  ),
  ...Object.fromEntries(
    ['ach_type', 'credit_card_customer_location', 'debit_network', 'store_ids'].map((name) => [
      name,
      valuesCriterion<TransactionRecord>(() => ''),
    ]),
  ),
  ...Object.fromEntries(
    ['ach_return_responses_created_at', 'authorization_expired_at', 'disbursement_date'].map((name) => [
      name,
      timeCriterion<TransactionRecord>(nothing),
    ]),
  ),
};

/** Searchable fields, by the SDK's query format. */
const criteria: Record<string, Criterion<TransactionRecord>> = {
  id: textCriterion(({ id }) => id),
  order_id: textCriterion(({ orderId }) => orderId),
  customer_id: textCriterion(({ customer }) => customer.id),
  customer_email: textCriterion(({ customer }) => customer.email),
  customer_first_name: textCriterion(({ customer }) => customer.firstName),
  customer_last_name: textCriterion(({ customer }) => customer.lastName),
  payment_method_token: textCriterion(({ paymentMethodToken }) => paymentMethodToken),
  billing_first_name: textCriterion(({ billing }) => billing?.firstName ?? null),
  billing_last_name: textCriterion(({ billing }) => billing?.lastName ?? null),
  billing_street_address: textCriterion(({ billing }) => billing?.streetAddress ?? null),
  billing_extended_address: textCriterion(({ billing }) => billing?.extendedAddress ?? null),
  billing_locality: textCriterion(({ billing }) => billing?.locality ?? null),
  billing_region: textCriterion(({ billing }) => billing?.region ?? null),
  billing_postal_code: textCriterion(({ billing }) => billing?.postalCode ?? null),
  paypal_payer_email: textCriterion(({ instrument }) =>
    instrument.kind === 'paypal_account' ? instrument.email : null,
  ),
  credit_card_number: textCriterion(({ instrument }) =>
    instrument.kind === 'credit_card' ? `${instrument.bin}******${instrument.lastFour}` : null,
  ),
  credit_card_cardholder_name: textCriterion(({ instrument }) =>
    instrument.kind === 'credit_card' ? instrument.cardholderName : null,
  ),
  credit_card_unique_identifier: textCriterion(({ instrument }) =>
    instrument.kind === 'credit_card' ? instrument.fingerprint : null,
  ),
  credit_card_expiration_date: textCriterion(({ instrument }) =>
    instrument.kind === 'credit_card' ? `${instrument.expirationMonth}/${instrument.expirationYear}` : null,
  ),
  credit_card_card_type: valuesCriterion(({ instrument }) => ('cardType' in instrument ? instrument.cardType : '')),
  source: valuesCriterion(({ transactionSource }) =>
    transactionSource?.startsWith('recurring') ? 'recurring' : 'api',
  ),
  ids: valuesCriterion(({ id }) => id),
  status: valuesCriterion(({ status }) => status),
  type: valuesCriterion(({ type }) => type),
  merchant_account_id: valuesCriterion(({ merchantAccountId }) => accountView(merchantAccountId).merchant_account_id),
  reason_code: (transaction, expected) =>
    Array.isArray(expected) && (transaction.disputes ?? []).some(({ reasonCode }) => expected.includes(reasonCode)),
  currency: textCriterion(({ merchantAccountId }) => accountView(merchantAccountId).currency_iso_code),
  payment_instrument_type: valuesCriterion(({ instrument }) => instrument.kind),
  refund: (transaction, expected) =>
    (transaction.refundedTransactionId !== null) === (expected === true || expected === 'true'),
  amount: rangeCriterion({ of: ({ amountCents }) => amountCents, read: readCents }),
  created_at: timeCriterion(({ createdAt }) => createdAt),
  dispute_date: timeCriterion(disputedOn),
  settled_at: timeCriterion(reachedStatusAt('settled')),
  voided_at: timeCriterion(reachedStatusAt('voided')),
  authorized_at: timeCriterion(reachedStatusAt('authorized')),
  submitted_for_settlement_at: timeCriterion(reachedStatusAt('submitted_for_settlement')),
  processor_declined_at: timeCriterion(reachedStatusAt('processor_declined')),
  gateway_rejected_at: timeCriterion(reachedStatusAt('gateway_rejected')),
  failed_at: timeCriterion(reachedStatusAt('failed')),
  user: valuesCriterion(() => 'sandbox'),
  created_using: valuesCriterion(({ paymentMethodToken }) =>
    paymentMethodToken === null ? 'full_information' : 'token',
  ),
  ...unsupportedFields,
};

type Search = { context: GatewayContext; search: Params };

/** Transactions that meet every criterion, newest first; or the name of a criterion that the sandbox does not know. */
export function searchTransactions({
  context,
  search,
}: Search): { found: TransactionRecord[] } | { unsupported: string } {
  const result = meets({ criteria, search });
  return 'unsupported' in result ? result : { found: allTransactions(context).filter(result.isMet).reverse() };
}

function reachedStatusAt(status: TransactionRecord['status']): (transaction: TransactionRecord) => string | null {
  return ({ history }) => history.find((each) => each.status === status)?.at ?? null;
}

function disputedOn({ disputes = [] }: TransactionRecord): string | null {
  return disputes[0]?.receivedDate ?? null;
}
