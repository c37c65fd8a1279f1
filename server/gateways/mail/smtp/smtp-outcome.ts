import { reportOfReply } from '../mailbox-status.ts';
import type { MailOutcome, MailRetryCause } from '../port.ts';

/** What is used of an SMTP client's error: its code, the server's reply code and the failed command. */
export type SmtpFailure = {
  code?: string | undefined;
  responseCode?: number | undefined;
  command?: string | undefined;
  /** The raw reply. Its code is read, never its text. */
  response?: string | undefined;
};

const causeByCode: Record<string, MailRetryCause> = {
  EAUTH: 'authentication',
  ENOAUTH: 'authentication',
  EOAUTH2: 'authentication',
  ETLS: 'tls',
  EREQUIRETLS: 'tls',
  ETIMEDOUT: 'timeout',
  EABORT: 'timeout',
};

/**
 * RFC 5321 4.2.1: a 4yz reply is not final, and no reply at all proves nothing. A 5yz reply is final only if it names
 * the mailbox. It comes from our own server: any other refusal is mostly about us (a limit, a sender or an address of
 * ours that it no longer lets relay), and would lose every mail of that hour.
 */
export function outcomeOfFailure({
  code,
  responseCode,
  command,
  response,
}: SmtpFailure): Exclude<MailOutcome, { outcome: 'sent' }> {
  const cause = code === undefined ? undefined : causeByCode[code];
  if (cause) return { outcome: 'retry', cause };
  if (responseCode === undefined && code === 'EENVELOPE') return { outcome: 'refused', cause: 'address' };
  if (responseCode === undefined) return { outcome: 'retry', cause: 'connection' };
  if (responseCode === 530) return { outcome: 'retry', cause: 'authentication' };
  if (responseCode < 500 || responseCode === 503) return { outcome: 'retry', cause: 'server_busy' };
  const isMailbox = command === 'RCPT TO' && reportOfReply(response ?? '') === 'HARD';
  return isMailbox ? { outcome: 'refused', cause: 'recipient_refused' } : { outcome: 'retry', cause: 'refused' };
}
