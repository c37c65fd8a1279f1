import { openDispute } from '../disputes/disputes.ts';
import type { GatewayContext, GatewayRequest, Refused } from '../gateway-context.ts';
import { newId } from '../identifiers.ts';
import { accountOf } from '../merchant-accounts.ts';
import { consumeNonce } from '../nonces.ts';
import { flag, type Params, section, text } from '../params.ts';
import { checkInstrument, doNotHonor, judgeSale } from '../processor.ts';
import type {
  Address,
  CustomerRecord,
  Instrument,
  PaymentMethodRecord,
  TransactionRecord,
  Verdict,
} from '../records.ts';
import { type ValidationError, validationError } from '../validation-errors.ts';
import { isPast, readAddress } from '../vault/cards.ts';
import { addCustomer, addPaymentMethod, countSale } from '../vault/vault.ts';
import { parseAmount } from './amounts.ts';
import { readSource, type Source } from './sale-source.ts';
import { allTransactions, moveTransaction } from './transactions.ts';

const duplicateWindowMs = 30_000;
const longestOrderId = 255;
const transactionSources = new Set([
  'recurring',
  'recurring_first',
  'unscheduled',
  'moto',
  'installment',
  'installment_first',
  'estimated',
  '',
]);

/** A decided sale: approved, declined or rejected by a rule. */
export type SaleResult = { transaction: TransactionRecord };

type SaleCall = {
  context: GatewayContext;
  params: Params;
  /** It carries an idempotency key, which replaces the duplicate check. */
  keyed: boolean;
  /** Declined unconditionally, because a tester armed that fault. */
  isDeclined: boolean;
};

/** Charges, or returns why not. */
export function sell({ context, params, keyed, isDeclined }: SaleCall): SaleResult | Refused {
  const parsed = readSale({ context, params });
  if ('errors' in parsed) return parsed;
  const { options, amountCents } = parsed;
  const source = withCardholder({
    source: parsed.source,
    name: text(section(params, 'credit_card'), 'cardholder_name'),
  });
  const billing = parsed.billing ?? (source.instrument.kind === 'credit_card' ? source.instrument.billing : null);
  const checks = checkInstrument({ instrument: source.instrument, billing });
  const present = source.nonce !== null && text(params, 'transaction_source') !== 'recurring';
  const checked = { cvv: present && !flag(options, 'skip_cvv'), avs: present && !flag(options, 'skip_avs') };
  const duplicate =
    !keyed && isDuplicate({ context, orderId: text(params, 'order_id'), amountCents, instrument: source.instrument });
  const judged = () =>
    judgeSale({
      instrument: source.instrument,
      amountCents,
      checks,
      checked,
      earlierSales: source.method?.approvedSales ?? 0,
      threeDSecure: source.threeDSecure,
      isExpired: isExpired({ instrument: source.instrument, now: context.clock.now() }),
      isAuthenticationRequired: flag(section(options, 'three_d_secure'), 'required'),
      isMerchantInitiated: ['recurring', 'unscheduled'].includes(text(params, 'transaction_source') ?? ''),
    });
  const verdict = duplicate ? duplicateVerdict : isDeclined ? doNotHonor : judged();

  if (source.nonce !== null) consumeNonce({ store: context.store, nonce: source.nonce });
  const isApproved = verdict.status === 'approved';
  const vaulted = vaultMethod({ context, sale: { ...parsed, source }, billing, isApproved });
  const token = source.method?.token ?? vaulted?.token ?? null;
  const owner = parsed.customer ?? (vaulted && context.store.customers.get(vaulted.customerId)) ?? null;
  const at = context.clock.now().toISOString();
  const transaction = moveTransaction({
    context,
    status: verdict.status === 'approved' ? 'authorized' : verdict.status,
    transaction: {
      id: newId(8),
      type: 'sale',
      status: 'authorized',
      history: [],
      amountCents,
      orderId: text(params, 'order_id'),
      merchantAccountId: parsed.merchantAccountId,
      customer: customerOf({ customer: owner, inlineCustomer: parsed.inlineCustomer }),
      billing,
      instrument: source.instrument,
      paymentMethodToken: token,
      verdict,
      checks,
      transactionSource: text(params, 'transaction_source'),
      threeDSecure: source.threeDSecure,
      deviceDataCaptured: text(params, 'device_data') !== null,
      refundedTransactionId: null,
      refundIds: [],
      submittedAt: null,
      createdAt: at,
      updatedAt: at,
    },
  });
  if (verdict.status !== 'approved') return { transaction };
  if (token !== null) countSale({ context, token });
  if (!flag(options, 'submit_for_settlement')) return { transaction };
  const submitted = moveTransaction({ context, transaction, status: 'submitted_for_settlement' });
  if (source.instrument.behaviour !== 'disputed') return { transaction: submitted };
  const settled = moveTransaction({ context, transaction: submitted, status: 'settled' });
  return { transaction: openDispute({ context, transaction: settled }).transaction };
}

function withCardholder({ source, name }: { source: Source; name: string | null }): Source {
  return name !== null && source.instrument.kind === 'credit_card'
    ? { ...source, instrument: { ...source.instrument, cardholderName: name } }
    : source;
}

type ParsedSale = {
  amountCents: number;
  source: Source;
  billing: Address | null;
  options: Params;
  customer: CustomerRecord | null;
  inlineCustomer: Params;
  merchantAccountId: string;
};

function readSale({ context, params }: GatewayRequest): ParsedSale | Refused {
  const amount = parseAmount(text(params, 'amount'));
  const source = readSource({ context, params });
  const options = section(params, 'options');
  const inlineCustomer = section(params, 'customer');
  const customerId = text(params, 'customer_id') ?? ('method' in source ? (source.method?.customerId ?? null) : null);
  const customer = customerId === null ? null : (context.store.customers.get(customerId) ?? null);
  const merchantAccountId = accountOf(params);
  const errors: ValidationError[] = [];
  const fail = (path: string, attribute: string, code: string) => errors.push(validationError(path, attribute, code));

  if ('error' in amount) errors.push(amount.error);
  if ('errors' in source) errors.push(...source.errors);
  if ((text(params, 'order_id') ?? '').length > longestOrderId) fail('transaction', 'order_id', '91501');
  if (merchantAccountId === null) fail('transaction', 'merchant_account_id', '91513');
  if (!transactionSources.has(text(params, 'transaction_source') ?? ''))
    fail('transaction', 'transaction_source', '915133');
  if (customerId !== null && customer === null) fail('transaction', 'customer_id', '91510');
  const authenticatedCents = 'threeDSecure' in source ? source.threeDSecure?.amountCents : undefined;
  if ('cents' in amount && authenticatedCents !== undefined && authenticatedCents !== amount.cents)
    fail('transaction', 'amount', '91585');
  const inlineId = text(inlineCustomer, 'id');
  if (inlineId !== null && context.store.customers.get(inlineId)) fail('transaction.customer', 'id', '91609');
  if (
    'method' in source &&
    source.method &&
    text(params, 'customer_id') !== null &&
    source.method.customerId !== text(params, 'customer_id')
  )
    fail('transaction', 'payment_method_token', '91516');

  if (errors.length > 0 || 'error' in amount || 'errors' in source || merchantAccountId === null) return { errors };
  const billing = readAddress(section(params, 'billing'));
  return { amountCents: amount.cents, source, billing, options, customer, inlineCustomer, merchantAccountId };
}

function isOneTime(instrument: Instrument): boolean {
  return instrument.kind === 'paypal_account' && instrument.oneTime;
}

type VaultParams = { context: GatewayContext; sale: ParsedSale; billing: Address | null; isApproved: boolean };

/**
 * Stores the charged method if requested, for a new customer if none was named. A one-time PayPal approval is charged
 * and never stored.
 */
function vaultMethod({ context, sale, billing, isApproved }: VaultParams): PaymentMethodRecord | null {
  const { source, options } = sale;
  const shouldStore = flag(options, 'store_in_vault') || (isApproved && flag(options, 'store_in_vault_on_success'));
  if (source.method || !shouldStore || isOneTime(source.instrument)) return null;
  const owner = sale.customer ?? addCustomer({ context, fields: inlineFields(sale.inlineCustomer) });
  const withBilling =
    flag(options, 'add_billing_address_to_payment_method') && source.instrument.kind === 'credit_card';
  const instrument =
    withBilling && source.instrument.kind === 'credit_card' ? { ...source.instrument, billing } : source.instrument;
  return addPaymentMethod({ context, customerId: owner.id, instrument });
}

function inlineFields(params: Params): Partial<CustomerRecord> {
  const id = text(params, 'id');
  return {
    ...(id === null ? {} : { id }),
    firstName: text(params, 'first_name'),
    lastName: text(params, 'last_name'),
    email: text(params, 'email'),
  };
}

function customerOf({
  customer,
  inlineCustomer,
}: Pick<ParsedSale, 'customer' | 'inlineCustomer'>): TransactionRecord['customer'] {
  if (customer)
    return { id: customer.id, firstName: customer.firstName, lastName: customer.lastName, email: customer.email };
  return {
    id: text(inlineCustomer, 'id'),
    firstName: text(inlineCustomer, 'first_name'),
    lastName: text(inlineCustomer, 'last_name'),
    email: text(inlineCustomer, 'email'),
  };
}

const duplicateVerdict: Verdict = {
  status: 'gateway_rejected',
  responseCode: null,
  responseText: 'Unavailable',
  responseType: null,
  rejectionReason: 'duplicate',
};

type DuplicateCheckParams = {
  context: GatewayContext;
  orderId: string | null;
  amountCents: number;
  instrument: Instrument;
};

function isDuplicate({ context, orderId, amountCents, instrument }: DuplicateCheckParams): boolean {
  const since = context.clock.now().getTime() - duplicateWindowMs;
  return allTransactions(context).some(
    (other) =>
      other.type === 'sale' &&
      other.verdict.status === 'approved' &&
      other.orderId === orderId &&
      other.amountCents === amountCents &&
      Date.parse(other.createdAt) > since &&
      identityOf(other.instrument) === identityOf(instrument),
  );
}

/** A card on a phone stays valid when the one behind it is replaced. */
function isExpired({ instrument, now }: { instrument: Instrument; now: Date }): boolean {
  return instrument.kind === 'credit_card' && isPast(instrument, now);
}

function identityOf(instrument: Instrument): string {
  if (instrument.kind === 'credit_card') return instrument.fingerprint;
  if (instrument.kind === 'paypal_account') return instrument.email;
  return instrument.kind === 'venmo_account' ? instrument.username : `${instrument.kind} ${instrument.lastFour}`;
}
