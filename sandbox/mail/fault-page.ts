import { dataTable } from './data-table.ts';
import { type MailFault, type MailFaultKind, mailFaultKinds } from './mail-faults.ts';
import { html, type Markup, page } from './page.ts';

const faultTexts: Record<MailFaultKind, { title: string; does: string }> = {
  refuse: { title: 'Refuse the recipient', does: 'No such mailbox (550): the email is not sent again.' },
  greylist: { title: 'Put off', does: 'Try again later (451): the email arrives with a later try.' },
  'die-after-data': {
    title: 'Lose the answer',
    does: 'The email is accepted, then the line breaks: it is sent again and must not arrive twice.',
  },
  slow: { title: 'Answer late', does: 'The email is accepted; the answer waits as long as you set.' },
};

/** The faults for the next mails, armed and cleared by buttons, without script. */
export function mailFaultPage({ faults, armed }: { faults: readonly MailFault[]; armed: boolean }): string {
  return page({
    title: 'Email faults',
    here: 'mail',
    live: false,
    sheets: ['/inbox/inbox.css', '/control/control.css'],
    body: html`<p><a href="/inbox">← All emails</a></p>
<h1 id="faults">Email faults</h1>
<div role="status">${armed ? html`<p class="news">Fault set. It happens to the next emails that match.</p>` : null}</div>
${armedTable(faults)}
${armForm()}`,
  });
}

function armedTable(faults: readonly MailFault[]): Markup {
  if (faults.length === 0) return html`<p class="empty">No faults set: email arrives.</p>`;
  const rows = faults.map(({ kind, to, times, delayMs }) => [
    html`${faultTexts[kind].title}${kind === 'slow' ? ` (${delayMs / 1000} s)` : ''}`,
    html`${to ?? 'Everyone'}`,
    html`${times}`,
  ]);
  return html`${dataTable({ labelledBy: 'faults', heads: ['What', 'Recipient', 'Times left'], rows })}
<form class="row" method="post" action="/inbox/faults/clear"><button>Clear all</button></form>`;
}

function armForm(): Markup {
  const buttons = mailFaultKinds.map(
    (kind) =>
      html`<li><button name="kind" value="${kind}" aria-describedby="does-${kind}">${faultTexts[kind].title}</button><span id="does-${kind}">${faultTexts[kind].does}</span></li>`,
  );
  return html`<form method="post" action="/inbox/faults">
<div class="fields">
<label>How often<input type="number" name="times" value="1" min="1" max="100" required></label>
<label>Recipient, or empty for everyone<input name="to" autocomplete="off" spellcheck="false"></label>
<label>Seconds, for a late answer<input type="number" name="seconds" value="30" min="1" max="600" required></label>
</div>
<ul class="choices" aria-label="Set a fault">${buttons}</ul>
</form>`;
}
