import type { InboxMessage } from './mailbox.ts';
import { html, type Markup, page } from './page.ts';

const clock = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' });

/** An instant in UTC, as the lists show it. */
export function shownTime(instant: string): Markup {
  return html`<time datetime="${instant}">${clock.format(new Date(instant))}</time>`;
}

type Tools = { action: string; label: string; to: string; empty: boolean };

/** Search by recipient and clear, above a list. `action` is the list's own address. */
export function listTools({ action, label, to, empty }: Tools): Markup {
  const showAll = to === '' ? null : html`<a class="button" href="${action}">Show all</a>`;
  const remove = html`<form method="post" action="${action}/clear">
<input type="hidden" name="to" value="${to}"><button>${to === '' ? 'Delete all' : 'Delete these'}</button>
</form>`;
  return html`<div class="tools">
<form class="search" method="get" action="${action}" role="search">
<label>${label}<input name="to" value="${to}" autocomplete="off" spellcheck="false"></label>
<button class="main">Show</button>${showAll}
</form>
${empty ? null : remove}
</div>`;
}

/** The part the script replaces; `role=status` announces the new count. */
export function messageList({ count, items, empty }: { count: string; items: Markup[]; empty: string }): Markup {
  const list = items.length === 0 ? html`<p class="empty">${empty}</p>` : html`<ul class="messages">${items}</ul>`;
  return html`<div id="messages"><p class="soft" role="status">${count}</p>${list}</div>`;
}

function item(message: InboxMessage): Markup {
  const subject = html`<b>${message.subject === '' ? '(no subject)' : message.subject}</b>`;
  const details = html`${shownTime(message.receivedAt)}<span>${message.to.join(', ')}</span>`;
  return html`<li><a class="message" href="/inbox/${message.id}">${subject}${details}</a></li>`;
}

export function inboxPage({ messages, to }: { messages: InboxMessage[]; to: string }): string {
  const count = messages.length === 1 ? '1 email' : `${messages.length} emails`;
  const empty =
    to === '' ? 'No emails yet. Everything the application sends appears here.' : 'No emails for this recipient.';
  return page({
    title: 'Email',
    here: 'mail',
    live: true,
    body: html`<h1>Email</h1><p class="soft">Everything the application sends stays here. Nothing leaves this machine.
<a href="/inbox/faults">Set faults</a></p>
${listTools({ action: '/inbox', label: 'Recipient', to, empty: messages.length === 0 })}
${messageList({ count, items: messages.map(item), empty })}`,
  });
}

export function messagePage(message: InboxMessage): string {
  const subject = message.subject === '' ? '(no subject)' : message.subject;
  const links = message.links.map(
    (address) => html`<li><a href="${address}" target="_blank" rel="noopener noreferrer">${address}</a></li>`,
  );
  const files = message.attachments.map(
    ({ name }, index) => html`<li><a href="/inbox/messages/${message.id}/files/${index}">${name}</a></li>`,
  );
  const frame = html`<iframe src="/inbox/messages/${message.id}/html" title="The email as HTML"
 sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`;
  const headers = message.headers.map(({ name, value }) => `${name}: ${value}`).join('\n');
  return page({
    title: subject,
    here: 'mail',
    live: false,
    body: html`<p><a href="/inbox">← All emails</a></p>
<h1>${subject}</h1>
<dl>
<dt>To</dt><dd>${message.to.join(', ')}</dd>
<dt>From</dt><dd>${message.from}</dd>
<dt>Received (UTC)</dt><dd>${shownTime(message.receivedAt)}</dd>
</dl>
${message.html === null ? null : frame}
${files.length === 0 ? null : html`<h2>Attached</h2><ul class="links">${files}</ul>`}
${links.length === 0 ? null : html`<h2>Links</h2><ul class="links">${links}</ul>`}
<h2>Plain text</h2>
${message.text === null ? html`<p class="soft">This email has no text part.</p>` : html`<pre>${message.text}</pre>`}
<details><summary>Headers</summary><pre>${headers}</pre></details>`,
  });
}

export function notFoundPage(): string {
  return page({
    title: 'Not here',
    here: 'mail',
    live: false,
    body: html`<h1>This email is not here</h1><p>It was deleted or never arrived.</p><p><a href="/inbox">All emails</a></p>`,
  });
}

/** A mail's own HTML for the frame: its links open in a new tab. */
export function framedHtml(source: string): string {
  const base = '<base target="_blank">';
  return /<head[^>]*>/i.test(source) ? source.replace(/<head[^>]*>/i, (head) => head + base) : base + source;
}
