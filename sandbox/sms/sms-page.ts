import { listTools, messageList, shownTime } from '../mail/inbox-pages.ts';
import { html, type Markup, page } from '../mail/page.ts';
import type { SmsMessage } from './sms-store.ts';

function item(message: SmsMessage): Markup {
  return html`<li class="message"><b>${message.to}</b>${shownTime(message.receivedAt)}<span>${message.body}</span></li>`;
}

export function smsPage({ messages, to }: { messages: SmsMessage[]; to: string }): string {
  const count = messages.length === 1 ? '1 text message' : `${messages.length} text messages`;
  const empty =
    to === ''
      ? 'No text message yet. Whatever the application sends appears here.'
      : 'No text message for this number.';
  return page({
    title: 'Text messages',
    here: 'sms',
    live: true,
    body: html`<h1>Text messages</h1><p class="soft">Everything the application sends ends here; nothing leaves this
      machine.</p>
${listTools({ action: '/sms', label: 'Phone number', to, empty: messages.length === 0 })}
${messageList({ count, items: messages.map(item), empty })}`,
  });
}
