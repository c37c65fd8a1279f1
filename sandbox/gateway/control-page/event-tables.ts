import { dataTable } from '../../mail/data-table.ts';
import { shownTime } from '../../mail/inbox-pages.ts';
import { html, type Markup } from '../../mail/page.ts';
import { allDisputes, nextStatuses } from '../disputes/disputes.ts';
import type { GatewayContext } from '../gateway-context.ts';
import type { Instrument } from '../records.ts';
import { formatAmount } from '../transactions/amounts.ts';
import { isPast } from '../vault/cards.ts';
import type { WebhookRecord } from '../webhooks/webhook-record.ts';
import { isTaken } from '../webhooks/webhooks.ts';
import { actionForm } from './action-form.ts';
import { disputeActions, methodActions, webhookActions } from './manual-actions.ts';
import { methodOf } from './transaction-table.ts';

const maxRows = 50;

export function disputeTable(context: GatewayContext): Markup {
  const all = allDisputes(context);
  if (all.length === 0) return html`<p class="empty">No dispute. A settled sale above has a button that opens one.</p>`;
  const rows = all.slice(0, maxRows).map(({ transaction, dispute }) => [
    html`<code>${dispute.id}</code>`,
    html`<a href="#t-${transaction.id}"><code>${transaction.id}</code></a>`,
    html`$${formatAmount(dispute.amountCents)}`,
    html`${dispute.reason.replaceAll('_', ' ')}`,
    html`${dispute.status.replaceAll('_', ' ')}${dispute.status === 'open' ? `, answer by ${dispute.replyByDate}` : ''}`,
    html`${dispute.evidence.length}`,
    actionForm({
      path: `/control/by-hand/disputes/${dispute.id}`,
      about: dispute.id,
      offered: nextStatuses(dispute).map((action) => ({ action, text: disputeActions[action] })),
    }),
  ]);
  const heads = ['Number', 'Transaction', 'Amount', 'Reason', 'State', 'Evidence', 'By hand'];
  return dataTable({ labelledBy: 'disputes', heads, rows });
}

function methodActionsFor({ kind }: Instrument): (keyof typeof methodActions)[] {
  if (kind === 'credit_card') return ['expire', 'update'];
  return kind === 'paypal_account' || kind === 'venmo_account' ? ['revoke'] : [];
}

function expiryOf(instrument: Instrument, now: Date): string {
  if (!('expirationYear' in instrument)) return instrument.behaviour === 'wallet_declined' ? 'declines' : 'none';
  const isOver = instrument.kind === 'credit_card' && isPast(instrument, now);
  return `${instrument.expirationMonth}/${instrument.expirationYear}${isOver ? ', expired' : ''}`;
}

export function storedMethodTable(context: GatewayContext): Markup {
  const all = context.store.paymentMethods.all().toReversed();
  if (all.length === 0) return html`<p class="empty">Nothing is stored.</p>`;
  const rows = all.slice(0, maxRows).map(({ token, customerId, instrument }) => [
    html`<code>${token}</code>`,
    html`<code>${customerId}</code>`,
    html`${methodOf(instrument)}`,
    html`${expiryOf(instrument, context.clock.now())}`,
    actionForm({
      path: `/control/by-hand/stored-methods/${token}`,
      about: token,
      offered: methodActionsFor(instrument).map((action) => ({ action, text: methodActions[action].text })),
    }),
  ]);
  return dataTable({ labelledBy: 'methods', heads: ['Token', 'Customer', 'What', 'Good until', 'By hand'], rows });
}

function stateOf(webhook: WebhookRecord): string {
  const count = webhook.attempts.length;
  if (count === 0) return 'not sent';
  const last = webhook.attempts.at(-1)?.status ?? 'no answer';
  return `${isTaken(webhook) ? 'taken' : 'not taken'} (${last}), sent ${count === 1 ? 'once' : `${count} times`}`;
}

export function webhookTable({ webhooks }: GatewayContext): Markup {
  const rows = webhooks
    .list()
    .toReversed()
    .slice(0, maxRows)
    .map((webhook) => [
      html`<code>${webhook.id}</code>`,
      shownTime(webhook.createdAt),
      html`${webhook.kind}`,
      html`<code>${webhook.about}</code>`,
      html`${stateOf(webhook)}`,
      actionForm({
        path: `/control/by-hand/webhooks/${webhook.id}`,
        about: webhook.id,
        offered: [{ action: 'send', text: webhook.attempts.length === 0 ? 'Send' : 'Send again' }],
      }),
    ]);
  const offered = (['check', webhooks.isHeld() ? 'release' : 'hold'] as const).map((action) => ({
    action,
    text: webhookActions[action],
  }));
  return html`<p>${webhooks.url === null ? 'No address is set (SANDBOX_WEBHOOK_URL): they are kept here.' : html`They go to <code>${webhooks.url}</code>, and again until they are taken.`}${webhooks.isHeld() ? ' They are held: send each with its button.' : ''}
    Also <a href="/control/webhooks">as JSON</a>.</p>
${actionForm({ path: '/control/by-hand/webhooks/all', about: '', offered })}
${rows.length === 0 ? null : dataTable({ labelledBy: 'webhooks', heads: ['Number', 'When (UTC)', 'Kind', 'About', 'State', 'By hand'], rows })}`;
}
