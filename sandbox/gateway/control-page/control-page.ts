import { dataTable } from '../../mail/data-table.ts';
import { shownTime } from '../../mail/inbox-pages.ts';
import { html, type Markup, page } from '../../mail/page.ts';
import { type Fault, faultKinds, operations } from '../faults.ts';
import type { GatewayContext } from '../gateway-context.ts';
import { readLedger } from '../ledger.ts';
import { formatAmount } from '../transactions/amounts.ts';
import { allTransactions } from '../transactions/transactions.ts';
import { disputeTable, storedMethodTable, webhookTable } from './event-tables.ts';
import { faultTexts, operationLabels, outcomeTexts, type PageOutcome } from './fault-texts.ts';
import { transactionTable } from './transaction-table.ts';

const maxRows = 100;

const parts = [
  { id: 'transactions', text: 'Transactions' },
  { id: 'disputes', text: 'Disputes' },
  { id: 'methods', text: 'Stored methods' },
  { id: 'webhooks', text: 'Webhooks' },
  { id: 'ledger', text: 'Ledger' },
];

type ControlPageParams = { context: GatewayContext; faults: readonly Fault[]; outcome: PageOutcome | null };

/** Everything that a tester can do with the gateway, in plain forms without script. */
export function controlPage({ context, faults, outcome }: ControlPageParams): string {
  return page({
    title: 'Payments',
    here: 'payments',
    live: false,
    sheets: ['/inbox/inbox.css', '/control/control.css'],
    body: html`<h1>Payments</h1>
<p class="soft">A test gateway in place of Braintree: what it did, its faults, and its clock.
  ${parts.map(({ id, text }) => html`<a href="#${id}">${text}</a> `)}</p>
<div role="status">${outcome === null ? null : html`<p class="news">${outcomeTexts[outcome]}</p>`}</div>
<h2 id="faults">Faults</h2>
${armedTable(faults)}
${armForm()}
<h2 id="clock">Clock</h2>
${clockForms(context)}
<h2 id="transactions">Transactions</h2>
${transactions(context)}
<h2 id="disputes">Disputes</h2>
${disputeTable(context)}
<h2 id="methods">Stored methods</h2>
${storedMethodTable(context)}
<h2 id="webhooks">Webhooks</h2>
${webhookTable(context)}
<h2 id="ledger">Ledger</h2>
${ledgerTable(context)}`,
  });
}

function armedTable(faults: readonly Fault[]): Markup {
  if (faults.length === 0) return html`<p class="empty">No faults set: the gateway works.</p>`;
  const rows = faults.map(({ kind, matching, times, delayMs }) => [
    html`${faultTexts[kind].title}${kind === 'latency' ? ` (${delayMs / 1000} s)` : ''}`,
    html`${matching === null ? 'Every call' : operationLabels[matching]}`,
    html`${times}`,
  ]);
  return html`${dataTable({ labelledBy: 'faults', heads: ['What', 'Call', 'Times left'], rows })}
<form class="row" method="post" action="/control/disarm"><button>Clear all</button></form>`;
}

function armForm(): Markup {
  const calls = operations.map(
    (operation) =>
      html`<option value="${operation}"${operation === 'sale' ? html` selected` : null}>${operationLabels[operation]}</option>`,
  );
  const buttons = faultKinds.map(
    (kind) =>
      html`<li><button name="kind" value="${kind}" aria-describedby="does-${kind}">${faultTexts[kind].title}</button><span id="does-${kind}">${faultTexts[kind].does}</span></li>`,
  );
  return html`<form method="post" action="/control/arm">
<div class="fields">
<label>How often<input type="number" name="times" value="1" min="1" max="100" required></label>
<label>Which call<select name="matching">${calls}<option value="">Every call</option></select></label>
<label>Seconds, for a late answer<input type="number" name="seconds" value="5" min="1" max="600" required></label>
</div>
<ul class="choices" aria-label="Set a fault">${buttons}</ul>
</form>`;
}

const hour = 3_600_000;
const steps = [
  { advanceMs: 60_000, text: '+1 minute' },
  { advanceMs: hour, text: '+1 hour' },
  { advanceMs: 24 * hour, text: '+1 day' },
  { advanceMs: 30 * 24 * hour, text: '+30 days' },
];

function clockForms({ clock }: GatewayContext): Markup {
  const offset = clock.offsetMs();
  const ahead = offset === 0 ? 'the real time' : `${Math.round((offset / hour) * 10) / 10} hours off the real time`;
  const buttons = steps.map(
    ({ advanceMs, text }) => html`<button name="advanceMs" value="${advanceMs}">${text}</button>`,
  );
  return html`<p>Test time of the gateway: <b>${shownTime(clock.now().toISOString())}</b> UTC, ${ahead}. Sales settle,
    refunds open and nonces run out by this clock. Renewals and reminders follow the
    site's own: its page /app/development/clock, or <code>npm run clock</code>.</p>
<form class="row" method="post" action="/control/pass">${buttons}${offset === 0 ? null : html`<button name="advanceMs" value="${-offset}">Back to real time</button>`}</form>`;
}

function transactions(context: GatewayContext): Markup {
  const all = allTransactions(context).toReversed();
  if (all.length === 0)
    return html`<p class="empty">No transaction yet. Everything the application charges appears here.</p>`;
  return html`<p class="soft">${all.length} in all, latest first${all.length > maxRows ? `; ${maxRows} are shown` : ''}.</p>
${transactionTable({ context, transactions: all.slice(0, maxRows) })}`;
}

const ledgerKinds = {
  sale: 'Sale',
  void: 'Void',
  refund: 'Refund',
  refund_failed: 'Refund failed',
  settlement_declined: 'Settlement declined',
  dispute: 'Disputed',
  dispute_won: 'Dispute won',
} as const;

function ledgerTable(context: GatewayContext): Markup {
  const { entries, merchantCents } = readLedger(context);
  const rows = entries
    .toReversed()
    .slice(0, maxRows)
    .map(({ id, at, kind, credit, amountCents, transactionId }) => [
      html`${id}`,
      shownTime(at),
      html`${ledgerKinds[kind]}`,
      html`${credit === 'merchant' ? '' : '−'}$${formatAmount(amountCents)}`,
      html`<a href="#t-${transactionId}"><code>${transactionId}</code></a>`,
    ]);
  return html`<p>The merchant holds
    <b>$${formatAmount(Math.abs(merchantCents))}</b>${merchantCents < 0 ? ' less than nothing' : ''}.
    Also <a href="/control/ledger">as JSON</a>.</p>
${rows.length === 0 ? null : dataTable({ labelledBy: 'ledger', heads: ['Number', 'When (UTC)', 'What', 'Amount', 'Transaction'], rows })}`;
}
