import { dataTable } from './data-table.ts';
import { type MailFault, type MailFaultKind, mailFaultKinds } from './mail-faults.ts';
import { html, type Markup, page } from './page.ts';

const faultTexts: Record<MailFaultKind, { title: string; does: string }> = {
  refuse: { title: 'Refuse the recipient', does: 'No such mailbox (550): the mail is given up.' },
  greylist: { title: 'Put off', does: 'Try again later (451): the mail comes with a later try.' },
  'die-after-data': {
    title: 'Lose the answer',
    does: 'The mail is taken, then the line breaks: it is sent again and must not come twice.',
  },
  slow: { title: 'Answer late', does: 'The mail is taken; the answer waits as long as you say.' },
};

/** What the next mails meet, armed and cleared by buttons: no script runs here. */
export function mailFaultPage({ faults, armed }: { faults: readonly MailFault[]; armed: boolean }): string {
  return page({
    title: 'Mail faults',
    here: 'mail',
    live: false,
    sheets: ['/inbox/inbox.css', '/control/control.css'],
    body: html`<p><a href="/inbox">← All mail</a></p>
<h1 id="faults">What goes wrong next with mail</h1>
<div role="status">${armed ? html`<p class="news">Armed. It happens to the next mails that fit.</p>` : null}</div>
${armedTable(faults)}
${armForm()}`,
  });
}

function armedTable(faults: readonly MailFault[]): Markup {
  if (faults.length === 0) return html`<p class="empty">Nothing is armed: mail arrives.</p>`;
  const rows = faults.map(({ kind, to, times, delayMs }) => [
    html`${faultTexts[kind].title}${kind === 'slow' ? ` (${delayMs / 1000} s)` : ''}`,
    html`${to ?? 'Everybody'}`,
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
<label>Recipient, or empty for everybody<input name="to" autocomplete="off" spellcheck="false"></label>
<label>Seconds, for a late answer<input type="number" name="seconds" value="30" min="1" max="600" required></label>
</div>
<ul class="choices" aria-label="Arm a fault">${buttons}</ul>
</form>`;
}
