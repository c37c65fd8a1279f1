import type { MailProvider } from '#contract/api/webhooks.ts';

/** Headers a caller may add. Everything else of a mail's head is the adapter's. */
export type MailHeaders = Partial<Record<'Reply-To', string>>;

/**
 * The category of a mail: requested by its reader a moment ago; a warning about their account; an invite, which they
 * have not asked for; marketing; or transactional, such as a receipt.
 */
export type MailKind = 'awaited' | 'security' | 'invite' | 'transactional' | 'news';

/** Whatever bounces, complaints and contact preferences say: they are how an owner keeps, or gets back, an account. */
export const leavingAlways: ReadonlySet<MailKind> = new Set(['awaited', 'security']);

/**
 * One mail to one person. `messageId` is `local@domain` without angle brackets and stays the same for every attempt
 * to send the same mail, so that a receiving server and a reader can recognise a repeat. `to` is one bare address.
 */
export type Mail = {
  messageId: string;
  to: string;
  subject: string;
  html: string;
  text: string;
  headers?: MailHeaders;
  /** PDFs that go with it. */
  attachments?: readonly { fileName: string; pdf: Buffer }[];
  /** `news` and invites bear where to ask for no more. */
  kind: MailKind;
  /** Where one POST ends such mails (RFC 8058). `news` does not leave without. */
  oneClickUnsubscribe?: string;
  /** Its sender names nobody. */
  isNeutral?: boolean;
  /** Where mail servers report that it did not arrive; without it the sender's own address. */
  returnPath?: string | undefined;
  /** By which reports name this mail. Says nothing to anybody else. */
  tag?: string | null;
};

/**
 * What is reported of a mail that had been taken: its address takes none (`HARD`), did not take this one (`SOFT`), or
 * its reader calls it spam.
 */
export type MailReport = 'SOFT' | 'HARD' | 'COMPLAINT';

export type MailRetryCause = 'connection' | 'timeout' | 'tls' | 'authentication' | 'server_busy' | 'refused';

/**
 * `retry`: the mail may go through later; it may also have arrived (the answer was lost), so a repeat keeps its message
 * id.
 * `refused`: it will never be taken, because the address is none or, as the server says, has no mailbox. Causes are
 * words, never a server's text, which can hold an address.
 */
export type MailOutcome =
  | { outcome: 'sent' }
  | { outcome: 'retry'; cause: MailRetryCause }
  | { outcome: 'refused'; cause: 'address' | 'recipient_refused' };

export type MailGateway = {
  send(mail: Mail): Promise<MailOutcome>;
  /** Lets mails under way finish, then closes the connections. */
  close(): Promise<void>;
};

/**
 * Who sends our mail and posts what came back. `read`: what such a call reports, by the mails' tags; null unless the
 * provider signed it, for anybody can post.
 */
export type MailWebhook = {
  provider: MailProvider;
  read: (call: MailWebhookCall) => { tag: string; report: MailReport }[] | null;
};
/** As it came: its signature is of these bytes. */
export type MailWebhookCall = { headers: Readonly<Record<string, unknown>>; body: string };
