import type { MailOutcome, MailRetryCause } from '../port.ts';

/** What is read of an SMTP client's error: its code, the server's reply code and the command it answered. */
export type SmtpFailure = {
  code?: string | undefined;
  responseCode?: number | undefined;
  command?: string | undefined;
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
 * RFC 5321 4.2.1: a reply 5yz is final for this mail, a reply 4yz is not, and no reply at all proves nothing.
 * 503 (wrong state) and 530 (log in first) are not about the mail.
 */
export function outcomeOfFailure({
  code,
  responseCode,
  command,
}: SmtpFailure): Exclude<MailOutcome, { outcome: 'sent' }> {
  const cause = code === undefined ? undefined : causeByCode[code];
  if (cause) return { outcome: 'retry', cause };
  if (responseCode === undefined && code === 'EENVELOPE') return { outcome: 'refused', cause: 'address' };
  if (responseCode === undefined) return { outcome: 'retry', cause: 'connection' };
  if (responseCode === 530) return { outcome: 'retry', cause: 'authentication' };
  if (responseCode < 500 || responseCode === 503) return { outcome: 'retry', cause: 'server_busy' };
  return { outcome: 'refused', cause: command === 'RCPT TO' ? 'recipient_refused' : 'message_refused' };
}
