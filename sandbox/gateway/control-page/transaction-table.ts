import { dataTable } from '../../mail/data-table.ts';
import { shownTime } from '../../mail/inbox-pages.ts';
import { html, type Markup } from '../../mail/page.ts';
import type { GatewayContext, GatewayTransaction } from '../gateway-context.ts';
import type { Instrument, TransactionRecord, TransactionStatus } from '../records.ts';
import { formatAmount } from '../transactions/amounts.ts';
import { findTransaction } from '../transactions/transactions.ts';
import { actionForm } from './action-form.ts';

/** A tester's actions on a transaction; the value is what the form sends. */
export const actions = {
  settle: 'Settle now',
  settlement_decline: 'Decline settlement',
  void: 'Void',
  refund: 'Refund',
  dispute: 'Open a dispute',
  report: 'Report by webhook',
} as const;
export type Action = keyof typeof actions;

const statusLabels: Record<TransactionStatus, string> = {
  authorized: 'Authorized',
  submitted_for_settlement: 'Waiting for settlement',
  settling: 'Settling',
  settlement_confirmed: 'Settlement confirmed',
  settled: 'Settled',
  settlement_pending: 'Settlement pending',
  settlement_declined: 'Settlement declined',
  voided: 'Voided',
  processor_declined: 'Declined',
  gateway_rejected: 'Rejected',
  failed: 'Failed',
};

function refundedCents({ context, sale }: { context: GatewayContext; sale: TransactionRecord }): number {
  return sale.refundIds.reduce((sum, id) => sum + (findTransaction({ context, id })?.amountCents ?? 0), 0);
}

function actionsFor({ context, transaction }: GatewayTransaction): Action[] {
  const { status, type, amountCents } = transaction;
  if (status === 'authorized') return ['void'];
  if (status === 'submitted_for_settlement') return ['settle', 'settlement_decline', 'void'];
  if (['settling', 'settlement_pending', 'settlement_confirmed'].includes(status))
    return ['settle', 'settlement_decline'];
  if (status !== 'settled' || type === 'credit') return isReported(status) ? ['report'] : [];
  const isRefundable = refundedCents({ context, sale: transaction }) < amountCents;
  const isDisputed = (transaction.disputes ?? []).length > 0;
  return [...(isRefundable ? ['refund' as const] : []), ...(isDisputed ? [] : ['dispute' as const]), 'report'];
}

function isReported(status: TransactionStatus): boolean {
  return status === 'settled' || status === 'settlement_declined';
}

export function methodOf(instrument: Instrument): string {
  if (instrument.kind === 'credit_card') return `${instrument.cardType} ${instrument.lastFour}`;
  if (instrument.kind === 'paypal_account') return `PayPal ${instrument.email}`;
  if (instrument.kind === 'venmo_account') return `Venmo ${instrument.username}`;
  const wallet = instrument.kind === 'apple_pay_card' ? 'Apple Pay' : 'Google Pay';
  return `${wallet} ${instrument.cardType} ${instrument.lastFour}`;
}

function statusOf({ status, verdict }: TransactionRecord): Markup {
  const code = verdict.responseCode ?? verdict.rejectionReason;
  return verdict.status === 'approved'
    ? html`${statusLabels[status]}`
    : html`${statusLabels[status]}${code === null ? '' : ` (${code})`}`;
}

function refundsOf({ context, transaction }: GatewayTransaction): Markup {
  if (transaction.refundedTransactionId !== null)
    return html`of <a href="#t-${transaction.refundedTransactionId}"><code>${transaction.refundedTransactionId}</code></a>`;
  const cents = refundedCents({ context, sale: transaction });
  return html`${cents === 0 ? 'none' : `$${formatAmount(cents)} in ${transaction.refundIds.length}`}`;
}

type TransactionTableParams = { context: GatewayContext; transactions: readonly TransactionRecord[] };

/** Transactions with their state, refunds and possible actions. */
export function transactionTable({ context, transactions }: TransactionTableParams): Markup {
  const rows = transactions.map((transaction) => [
    html`<span><code id="t-${transaction.id}">${transaction.id}</code><br><small>Order ${transaction.orderId ?? 'none'}</small></span>`,
    shownTime(transaction.createdAt),
    html`${transaction.type === 'credit' ? 'Refund' : 'Sale'} $${formatAmount(transaction.amountCents)}`,
    html`${methodOf(transaction.instrument)}${transaction.paymentMethodToken === null ? ', not stored' : ''}`,
    statusOf(transaction),
    refundsOf({ context, transaction }),
    actionForm({
      path: `/control/transactions/${transaction.id}`,
      about: transaction.id,
      offered: actionsFor({ context, transaction }).map((action) => ({ action, text: actions[action] })),
    }),
  ]);
  return dataTable({
    labelledBy: 'transactions',
    heads: ['Number', 'When (UTC)', 'What', 'Paid with', 'State', 'Refunds', 'By hand'],
    rows,
  });
}
