import type { MailProvider } from '#contract/api/webhooks.ts';

/** Headers that a caller may add. The adapter sets all others. */
export type MailHeaders = Partial<Record<'Reply-To', string>>;

/**
 * The category of a mail: just requested by its reader; a warning about their account; an invite, which they have not
 * requested; marketing; or transactional, such as a receipt.
 */
export type MailKind = 'awaited' | 'security' | 'invite' | 'transactional' | 'news';

/** Sent whatever bounces, complaints and contact preferences say: with them an owner keeps, or recovers, an account. */
export const leavingAlways: ReadonlySet<MailKind> = new Set(['awaited', 'security']);

/**
 * One mail to one person. `messageId` is `local@domain` without angle brackets and stays the same for every attempt to
 * send the same mail, so that a receiving server and a reader can recognise a repeat. `to` is one bare address.
 */
export type Mail = {
  messageId: string;
  to: string;
  subject: string;
  html: string;
  text: string;
  headers?: MailHeaders;
  attachments?: readonly { fileName: string; pdf: Buffer }[];
  /** `news` and invites contain an unsubscribe link. */
  kind: MailKind;
  /** Where one POST unsubscribes from such mails (RFC 8058). Required for `news`. */
  oneClickUnsubscribe?: string;
  /** Its sender names nobody. */
  isNeutral?: boolean;
  /** Where mail servers report that it was not delivered; by default the sender's own address. */
  returnPath?: string | undefined;
  /** Identifies this mail in reports. Opaque to anybody else. */
  tag?: string | null;
};

/**
 * Reports on an accepted mail: its address accepts none (`HARD`), did not accept this one (`SOFT`), or its reader calls
 * it spam.
 */
export type MailReport = 'SOFT' | 'HARD' | 'COMPLAINT';

export type MailRetryCause = 'connection' | 'timeout' | 'tls' | 'authentication' | 'server_busy' | 'refused';

/**
 * `retry`: the mail may go through later; it may also have arrived (the response was lost), so a repeat keeps its
 * message id. `refused`: it will never be accepted, because the address is invalid or, as the server says, has no
 * mailbox. Causes are codes, never a server's text, which can contain an address.
 */
export type MailOutcome =
  | { outcome: 'sent' }
  | { outcome: 'retry'; cause: MailRetryCause }
  | { outcome: 'refused'; cause: 'address' | 'recipient_refused' };

export type MailGateway = {
  send(mail: Mail): Promise<MailOutcome>;
  /** Lets mails in progress finish, then closes the connections. */
  close(): Promise<void>;
};

/**
 * A mail provider that posts delivery reports. `read`: what such a call reports, by the mails' tags; null unless the
 * provider signed it, because anybody can post.
 */
export type MailWebhook = {
  provider: MailProvider;
  read: (call: MailWebhookCall) => { tag: string; report: MailReport }[] | null;
};
/** The raw bytes, which the signature covers. */
export type MailWebhookCall = { headers: Readonly<Record<string, unknown>>; body: string };
