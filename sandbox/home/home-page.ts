import { faultKinds } from '../gateway/faults.ts';
import { type TestCard, testCards } from '../gateway/vault/test-cards.ts';
import { dataTable } from '../mail/data-table.ts';
import { html, type Markup } from '../mail/page.ts';
import { plainPage } from './plain-page.ts';

const otherTriggers: readonly { what: string; does: string }[] = [
  { what: 'Security code 200 (Amex 2000)', does: 'Rejected: the security code does not match.' },
  { what: 'Security code 201 or 301 (Amex 2011 or 3011)', does: 'Accepted; the code could not be checked.' },
  { what: 'Postal code 20000', does: 'Rejected: the address does not match.' },
  { what: 'Postal code 20001', does: 'Accepted; the postal code could not be checked.' },
  {
    what: 'The same order, amount and card within 30 seconds, without an idempotency key',
    does: 'Rejected: duplicate.',
  },
  {
    what: 'Amount from 2000.00 to 2999.99',
    does: 'Declined with the whole part as the code; a refund too. 2099: authentication is required.',
  },
  { what: 'Amount from 3000.00 to 3000.99', does: 'Failed: the processor cannot be reached.' },
  { what: 'Amount 4001.00', does: 'Accepted; settling is declined. By PayPal from 4003.00 to 5000.99 too.' },
  { what: 'Amount 4002.00 by PayPal', does: 'Accepted; settling stays pending.' },
  { what: 'Amount 5001.00', does: 'Rejected: application incomplete.' },
  { what: 'Amount 5001.01 by PayPal', does: 'Declined.' },
  { what: 'A date in the past', does: 'The bank declines: expired card (2004).' },
  {
    what: 'Evidence compelling_evidence or losing_evidence',
    does: 'The dispute that it answers is won, or lost, when it is sent.',
  },
];

const places: readonly { href: string; name: string; what: string }[] = [
  { href: '/inbox', name: 'Email', what: 'every message the site has sent' },
  { href: '/inbox/faults', name: 'Email faults', what: 'refuse, delay or lose the next emails' },
  { href: '/sms', name: 'Text messages', what: 'every text the site has sent' },
  {
    href: '/control',
    name: 'Payments',
    what: 'every transaction, refund, dispute, stored method and webhook, with its buttons; faults for the next sales; the clock; the ledger',
  },
  {
    href: '/identity/.well-known/openid-configuration',
    name: 'Identity provider',
    what: 'where staff log in to the console: no one has a password, they choose who they are',
  },
  { href: '/control/ledger', name: 'Ledger', what: 'every movement of money, as JSON' },
];

/** What the sandbox is, and what can be tried with it. */
export function homePage(): string {
  return plainPage({
    title: 'Sandbox',
    main: html`<h1>Sandbox</h1>
<p><strong>For trying out only.</strong>
  This replaces the payment gateway, the email server and the text message service, so that everything can be
  tried and nothing is real. No money moves here. It accepts the test cards below and no others: never type the
  number of a real card.</p>
<h2>Pages</h2>
<ul>${places.map(({ href, name, what }) => html`<li><a href="${href}">${name}</a>: ${what}</li>`)}</ul>
<h2 id="cards">Test cards</h2>
<p>Use any date in the future and any security code.</p>
${cardTable({ labelledBy: 'cards', cards: testCards.filter(({ authentication }) => !authentication) })}
<h2 id="authentication">Test cards for 3-D Secure</h2>
<p>Every other card is authenticated without a challenge, or with one where the page asks for it.</p>
${cardTable({ labelledBy: 'authentication', cards: testCards.filter(({ authentication }) => authentication) })}
<h2 id="triggers">Other triggers</h2>
${dataTable({ labelledBy: 'triggers', heads: ['Enter', 'What it does'], rows: otherTriggers.map(({ what, does }) => [html`${what}`, html`${does}`]) })}
<h2>Faults and the clock</h2>
<p><a href="/control">Payments</a> has a button for each. A program posts JSON to <code>/control/faults</code>, for
  example <code>{ "kind": "drop-after", "times": 1, "matching": "sale" }</code>. Kinds: ${faultKinds.join(', ')}.
  Delete <code>/control/faults</code> to clear them. Post <code>{ "advanceMs": 3600000 }</code> to
  <code>/control/clock</code> to let an hour pass.</p>
`,
  });
}

function cardTable({ labelledBy, cards }: { labelledBy: string; cards: readonly TestCard[] }): Markup {
  const rows = cards.map(({ number, cardType, does }) => [
    html`<code>${spaced(number)}</code>`,
    html`${cardType}`,
    html`${does}`,
  ]);
  return dataTable({ labelledBy, heads: ['Number', 'Type', 'What it does'], rows });
}

/** Amex is grouped 4-6-5, every other card in fours. */
function spaced(number: string): string {
  return (
    number.length === 15 ? [number.slice(0, 4), number.slice(4, 10), number.slice(10)] : (number.match(/.{1,4}/g) ?? [])
  ).join(' ');
}
