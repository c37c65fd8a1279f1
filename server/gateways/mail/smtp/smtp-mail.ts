import { createTransport } from 'nodemailer';
import type { Mail, MailGateway, MailOutcome } from '../port.ts';
import { domainOf, signs } from '../sender-domain.ts';
import { outcomeOfFailure, type SmtpFailure } from './smtp-outcome.ts';

/**
 * `url`: `smtp://` uses STARTTLS if the server offers it, `smtp://…?requireTLS=true` requires it, `smtps://` is TLS
 * from the first byte; user and password are in the URL. `from` is `Name <address>`. `timeoutMs` limits every wait,
 * `deliveryTimeoutMs` a whole mail.
 */
export type SmtpOptions = {
  url: string;
  from: string;
  /** For neutral mails. By default the bare address of `from`. */
  neutralFrom?: string | undefined;
  timeoutMs?: number;
  deliveryTimeoutMs?: number;
  maxConnections?: number;
  dkim?: { domainName: string; keySelector: string; privateKey: string } | null;
  /** `mailto:…` or `https://…` (RFC 2369). */
  listUnsubscribe?: string | undefined;
  /** Tells a provider how to send a mail, and how to name it in its reports. */
  providerHeaders?: ((mail: Pick<Mail, 'tag' | 'kind'>) => Record<string, string>) | undefined;
  /** No mail is sent unencrypted, even if the URL leaves it open, unless it says `?requireTLS=false`. */
  requireTls?: boolean;
};

/** One address and nothing that an SMTP command or an address list could read as more than one. */
const oneAddress = /^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\]+$/u;
const messageIdForm = /^[\w.+-]+@[\w.-]+$/;

function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}

/** `logIn`: what a mail would meet before it is sent. */
export type SmtpMail = MailGateway & { logIn(): Promise<MailOutcome> };

/**
 * Sends mail by SMTP over a pool of connections. Whatever a server or a network does is returned as a value, never
 * thrown.
 */
export function createSmtpMail(options: SmtpOptions): SmtpMail {
  const timeoutMs = options.timeoutMs ?? 15_000;
  const neutralFrom = options.neutralFrom ?? /<(.+)>/.exec(options.from)?.[1] ?? options.from;
  const deliveryTimeoutMs = options.deliveryTimeoutMs ?? 60_000;
  const transport = createTransport(
    {
      url: options.url,
      pool: true,
      maxConnections: options.maxConnections ?? 4,
      // Retried once on another connection if the server had closed an idle one before the mail was sent. Otherwise
      // the mail may have arrived: only the caller may resend it.
      maxRequeues: 1,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      dnsTimeout: timeoutMs,
      disableFileAccess: true,
      disableUrlAccess: true,
      requireTLS: options.requireTls ?? false,
    },
    { from: options.from },
  );

  return {
    async send(mail: Mail): Promise<MailOutcome> {
      if (!messageIdForm.test(mail.messageId)) throw new TypeError('messageId must be local@domain');
      if (!oneAddress.test(mail.to)) return { outcome: 'refused', cause: 'address' };
      const headers = headersOf(mail, options);
      try {
        await transport.sendMail({
          messageId: `<${mail.isNeutral ? neutralId(mail.messageId, neutralFrom) : mail.messageId}>`,
          to: { name: '', address: mail.to },
          ...(mail.isNeutral ? { from: neutralFrom } : {}),
          ...(options.dkim && signs(options.dkim, mail.isNeutral ? neutralFrom : options.from)
            ? { dkim: options.dkim }
            : {}),
          ...(mail.returnPath ? { envelope: { from: mail.returnPath, to: mail.to } } : {}),
          subject: oneLine(mail.subject),
          html: mail.html,
          text: mail.text,
          headers,
          attachments: (mail.attachments ?? []).map(({ fileName: filename, pdf: content }) => {
            return { filename, content, contentType: 'application/pdf' };
          }),
          signal: AbortSignal.timeout(deliveryTimeoutMs),
        });
        return { outcome: 'sent' };
      } catch (error) {
        return outcomeOfFailure(error as SmtpFailure);
      }
    },
    async logIn(): Promise<MailOutcome> {
      try {
        await transport.verify();
        return { outcome: 'sent' };
      } catch (error) {
        return outcomeOfFailure(error as SmtpFailure);
      }
    },
    async close() {
      transport.close();
    },
  };
}

/** A neutral mail names nobody, not even in its headers. */
const neutralId = (messageId: string, from: string) => `${messageId.split('@')[0]}@${domainOf(from)}`;

/** RFC 3834: tells auto-responders not to reply. */
function headersOf(mail: Mail, { listUnsubscribe, providerHeaders }: SmtpOptions) {
  const headers = Object.entries({ ...unsubscribing(mail, listUnsubscribe), ...mail.headers });
  const written = headers.map(([name, value]) => [name, oneLine(value)]);
  const named = Object.entries(providerHeaders?.(mail) ?? {});
  return {
    'Auto-Submitted': 'auto-generated',
    'X-Auto-Response-Suppress': 'All',
    // Machine-readable, so it is never encoded.
    ...Object.fromEntries(named.map(([name, value]) => [name, { prepared: true, value }])),
    ...Object.fromEntries(written),
  };
}

/** RFC 2369 and RFC 8058. A receipt that offers unsubscribing would be unsubscribed from, so it offers none. */
function unsubscribing({ kind, oneClickUnsubscribe: oneClick }: Mail, listUnsubscribe: string | undefined) {
  const isUnasked = kind === 'news' || kind === 'invite';
  if (oneClick === undefined ? kind === 'news' : !isUnasked)
    throw new TypeError('oneClick is required for news, and allowed for it and for invites');
  if (oneClick === undefined) return {};
  const places = [oneClick, ...(kind === 'news' && listUnsubscribe ? [listUnsubscribe] : [])].map(
    (place) => `<${place}>`,
  );
  return { 'List-Unsubscribe': places.join(', '), 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}
