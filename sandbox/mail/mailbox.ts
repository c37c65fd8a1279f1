import PostalMime from 'postal-mime';
import { createFaults } from '../counted-faults.ts';
import { openJournal } from './journal.ts';
import type { MailFaults } from './mail-faults.ts';
import { linksOf } from './mail-links.ts';

/** A mail as received: envelope and bytes (base64). */
type Delivery = { id: string; receivedAt: string; from: string; to: string[]; raw: string };
type JournalEntry = ({ kind: 'received' } & Delivery) | { kind: 'removed'; ids: string[] };

/**
 * `to`: the envelope's recipients; `receivedAt`: an ISO instant; `links`: the http(s) addresses that a reader can
 * follow.
 */
export type InboxMessage = {
  id: string;
  receivedAt: string;
  messageId: string | null;
  from: string;
  to: string[];
  subject: string;
  headers: { name: string; value: string }[];
  text: string | null;
  html: string | null;
  links: string[];
  /** `content`: base64. */
  attachments: { name: string; type: string; content: string }[];
};

/** Stores every delivery, including repeats: a duplicate send must be visible. Newest first. */
export type Mailbox = {
  faults: MailFaults;
  receive(mail: { from: string; to: string[]; raw: Buffer }): Promise<InboxMessage>;
  list(filter: { to: string | null }): InboxMessage[];
  find(id: string): InboxMessage | null;
  remove(filter: { to: string | null } | { id: string }): number;
};

async function parse(delivery: Delivery): Promise<InboxMessage> {
  const mail = await PostalMime.parse(Buffer.from(delivery.raw, 'base64'));
  const html = mail.html ?? null;
  const text = mail.text ?? null;
  return {
    id: delivery.id,
    receivedAt: delivery.receivedAt,
    messageId: mail.messageId ?? null,
    from: delivery.from,
    to: delivery.to,
    subject: mail.subject ?? '',
    headers: mail.headers.map(({ originalKey, value }) => ({ name: originalKey, value })),
    text,
    html,
    links: linksOf({ html, text }),
    attachments: mail.attachments.map(({ filename, mimeType, content }) => ({
      name: filename ?? 'file',
      type: mimeType,
      content: Buffer.from(content as ArrayBuffer).toString('base64'),
    })),
  };
}

/** A whole address must be equal; anything shorter matches as a part. */
function isFor(message: InboxMessage, to: string | null): boolean {
  if (to === null || to.trim() === '') return true;
  const filter = to.trim().toLowerCase();
  const isFullAddress = /^[^@]+@[^@]+$/.test(filter);
  return message.to.some((address) =>
    isFullAddress ? address.toLowerCase() === filter : address.toLowerCase().includes(filter),
  );
}

/** `dataDir`: folder of the journal `mail.jsonl`; null keeps the mails in memory. */
export async function openMailbox({ dataDir }: { dataDir: string | null }): Promise<Mailbox> {
  const journal = openJournal<JournalEntry>({ dataDir, name: 'mail' });
  const messages = new Map<string, InboxMessage>();
  let last = 0;
  for (const entry of journal.entries) {
    if (entry.kind === 'received') {
      messages.set(entry.id, await parse(entry));
      last = Math.max(last, Number(entry.id));
    } else for (const id of entry.ids) messages.delete(id);
  }

  const list = ({ to }: { to: string | null }) =>
    [...messages.values()]
      .filter((message) => isFor(message, to))
      .sort((one, other) => Number(other.id) - Number(one.id));
  return {
    faults: createFaults(),
    async receive({ from, to, raw }) {
      last += 1;
      const delivery = {
        id: String(last),
        receivedAt: new Date().toISOString(),
        from,
        to,
        raw: raw.toString('base64'),
      };
      const message = await parse(delivery);
      journal.append({ kind: 'received', ...delivery });
      messages.set(message.id, message);
      return message;
    },
    list,
    find: (id) => messages.get(id) ?? null,
    remove(filter) {
      const ids = 'id' in filter ? [filter.id].filter((id) => messages.has(id)) : list(filter).map(({ id }) => id);
      if (ids.length > 0) journal.append({ kind: 'removed', ids });
      for (const id of ids) messages.delete(id);
      return ids.length;
    },
  };
}
