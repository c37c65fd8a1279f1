import { isParams, text, type Params } from './params.ts';
import type { TransactionRecord } from './records.ts';
import { allTransactions } from './transactions.ts';
import type { GatewayContext } from './gateway-context.ts';

export const searchPageSize = 50;

type Criterion = (transaction: TransactionRecord, asked: unknown) => boolean;

/** Searchable fields by how the SDK asks for them. */
const criteria: Record<string, Criterion> = {
  id: textCriterion(({ id }) => id),
  order_id: textCriterion(({ orderId }) => orderId),
  customer_id: textCriterion(({ customer }) => customer.id),
  customer_email: textCriterion(({ customer }) => customer.email),
  customer_first_name: textCriterion(({ customer }) => customer.firstName),
  customer_last_name: textCriterion(({ customer }) => customer.lastName),
  payment_method_token: textCriterion(({ paymentMethodToken }) => paymentMethodToken),
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
  ids: valuesCriterion(({ id }) => id),
  status: valuesCriterion(({ status }) => status),
  type: valuesCriterion(({ type }) => type),
  payment_instrument_type: valuesCriterion(({ instrument }) => instrument.kind),
  refund: (transaction, asked) => (transaction.refundedTransactionId !== null) === (asked === true || asked === 'true'),
  amount: rangeCriterion({ of: ({ amountCents }) => amountCents, read: readCents }),
  created_at: rangeCriterion({ of: ({ createdAt }) => Date.parse(createdAt), read: readTime }),
  settled_at: rangeCriterion({ of: reached('settled'), read: readTime }),
  voided_at: rangeCriterion({ of: reached('voided'), read: readTime }),
  authorized_at: rangeCriterion({ of: reached('authorized'), read: readTime }),
  submitted_for_settlement_at: rangeCriterion({ of: reached('submitted_for_settlement'), read: readTime }),
  processor_declined_at: rangeCriterion({ of: reached('processor_declined'), read: readTime }),
  gateway_rejected_at: rangeCriterion({ of: reached('gateway_rejected'), read: readTime }),
  failed_at: rangeCriterion({ of: reached('failed'), read: readTime }),
};

/** Transactions that meet every criterion, newest first; or the name of a criterion the sandbox does not know. */
export function searchTransactions({
  context,
  search,
}: {
  context: GatewayContext;
  search: Params;
}): { found: TransactionRecord[] } | { unsupported: string } {
  const unsupported = Object.keys(search).find((name) => !Object.hasOwn(criteria, name));
  if (unsupported !== undefined) return { unsupported };
  const found = allTransactions(context).filter((transaction) =>
    Object.entries(search).every(([name, asked]) => criteria[name]?.(transaction, asked)),
  );
  return { found: found.reverse() };
}

const textOperators: Record<string, (value: string, asked: string) => boolean> = {
  is: (value, asked) => value === asked,
  is_not: (value, asked) => value !== asked,
  starts_with: (value, asked) => value.startsWith(asked),
  ends_with: (value, asked) => value.endsWith(asked),
  contains: (value, asked) => value.includes(asked),
};

function textCriterion(of: (transaction: TransactionRecord) => string | null): Criterion {
  return (transaction, asked) => {
    const value = (of(transaction) ?? '').toLowerCase();
    return (
      isParams(asked) &&
      Object.keys(asked).every(
        (operator) => textOperators[operator]?.(value, (text(asked, operator) ?? '').toLowerCase()) === true,
      )
    );
  };
}

function valuesCriterion(of: (transaction: TransactionRecord) => string): Criterion {
  return (transaction, asked) => Array.isArray(asked) && asked.includes(of(transaction));
}

function rangeCriterion({
  of,
  read,
}: {
  of: (transaction: TransactionRecord) => number | null;
  read: (asked: string) => number;
}): Criterion {
  return (transaction, asked) => {
    const value = of(transaction);
    if (value === null || !isParams(asked)) return false;
    const bound = (operator: string, otherwise: number) =>
      text(asked, operator) === null ? otherwise : read(text(asked, operator) ?? '');
    return (
      value >= bound('min', Number.NEGATIVE_INFINITY) &&
      value <= bound('max', Number.POSITIVE_INFINITY) &&
      value === bound('is', value)
    );
  };
}

function reached(status: TransactionRecord['status']): (transaction: TransactionRecord) => number | null {
  return ({ history }) => {
    const event = history.find((each) => each.status === status);
    return event ? Date.parse(event.at) : null;
  };
}

/** `'12.5'` → 1250; a text that is no amount matches nothing. */
function readCents(asked: string): number {
  const match = /^(\d+)(?:\.(\d{1,2}))?$/.exec(asked);
  return match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : Number.NaN;
}

function readTime(asked: string): number {
  return Date.parse(asked);
}
