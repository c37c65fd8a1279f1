import { accountView } from './merchant-accounts.ts';
import type { Params } from './params.ts';
import type { TransactionRecord } from './records.ts';
import {
  type Criterion,
  meets,
  rangeCriterion,
  readCents,
  readTime,
  textCriterion,
  valuesCriterion,
} from './search-criteria.ts';
import { allTransactions } from './transactions.ts';
import type { GatewayContext } from './gateway-context.ts';

export const searchPageSize = 50;

/** Searchable fields by how the SDK asks for them. */
const criteria: Record<string, Criterion<TransactionRecord>> = {
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
  merchant_account_id: valuesCriterion(({ merchantAccountId }) => accountView(merchantAccountId).merchant_account_id),
  reason_code: (transaction, asked) =>
    Array.isArray(asked) && (transaction.disputes ?? []).some(({ reasonCode }) => asked.includes(reasonCode)),
  currency: textCriterion(({ merchantAccountId }) => accountView(merchantAccountId).currency_iso_code),
  payment_instrument_type: valuesCriterion(({ instrument }) => instrument.kind),
  refund: (transaction, asked) => (transaction.refundedTransactionId !== null) === (asked === true || asked === 'true'),
  amount: rangeCriterion({ of: ({ amountCents }) => amountCents, read: readCents }),
  created_at: rangeCriterion({ of: ({ createdAt }) => Date.parse(createdAt), read: readTime }),
  dispute_date: rangeCriterion({ of: disputedOn, read: readTime }),
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
  const result = meets({ criteria, search });
  return 'unsupported' in result ? result : { found: allTransactions(context).filter(result.isMet).reverse() };
}

function reached(status: TransactionRecord['status']): (transaction: TransactionRecord) => number | null {
  return ({ history }) => {
    const event = history.find((each) => each.status === status);
    return event ? Date.parse(event.at) : null;
  };
}

function disputedOn({ disputes = [] }: TransactionRecord): number | null {
  const [first] = disputes;
  return first ? Date.parse(first.receivedDate) : null;
}
