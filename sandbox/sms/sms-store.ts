import { randomUUID } from 'node:crypto';
import { openJournal } from '../mail/journal.ts';

/** `to` and `from` are E.164; `receivedAt` is an ISO instant. */
export type SmsMessage = { sid: string; receivedAt: string; to: string; from: string; body: string };

type JournalEntry = ({ kind: 'received' } & SmsMessage) | { kind: 'removed'; sids: string[] };

/** Newest first. A filter matches anywhere in the number, so that the country code can be left out. */
export type SmsStore = {
  receive(message: { to: string; from: string; body: string }): SmsMessage;
  list(filter: { to: string | null }): SmsMessage[];
  remove(filter: { to: string | null }): number;
};

function isFor(message: SmsMessage, to: string | null): boolean {
  const digits = (to ?? '').replaceAll(/\D/g, '');
  return digits === '' || message.to.includes(digits);
}

/** `dataDir`: folder of the journal `sms.jsonl`; null keeps the messages in memory. */
export function openSmsStore({ dataDir }: { dataDir: string | null }): SmsStore {
  const journal = openJournal<JournalEntry>({ dataDir, name: 'sms' });
  let messages: SmsMessage[] = [];
  for (const entry of journal.entries) {
    if (entry.kind === 'removed') messages = messages.filter(({ sid }) => !entry.sids.includes(sid));
    else
      messages.push({ sid: entry.sid, receivedAt: entry.receivedAt, to: entry.to, from: entry.from, body: entry.body });
  }
  const list = ({ to }: { to: string | null }) => messages.filter((message) => isFor(message, to)).reverse();
  return {
    receive({ to, from, body }) {
      const sid = `SM${randomUUID().replaceAll('-', '')}`;
      const message = { sid, receivedAt: new Date().toISOString(), to, from, body };
      journal.append({ kind: 'received', ...message });
      messages.push(message);
      return message;
    },
    list,
    remove(filter) {
      const sids = list(filter).map(({ sid }) => sid);
      if (sids.length > 0) journal.append({ kind: 'removed', sids });
      messages = messages.filter(({ sid }) => !sids.includes(sid));
      return sids.length;
    },
  };
}
