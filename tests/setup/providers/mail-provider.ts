import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';

export const keyPair = () =>
  generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });

export type SignedEvents = { payload: string; headers: Record<string, string> };

/** A provider that reports on mails, signed like Twilio SendGrid: ECDSA, SHA-256, over time and body. */
export function openMailProvider() {
  const { publicKey, privateKey } = keyPair();
  const signedEvents = (events: readonly object[], key = privateKey): SignedEvents => {
    const payload = JSON.stringify(events);
    const time = String(Math.floor(Date.now() / 1000));
    const signature = sign('sha256', Buffer.from(time + payload), createPrivateKey(key)).toString('base64');
    return {
      payload,
      headers: {
        'content-type': 'application/json',
        'x-twilio-email-event-webhook-signature': signature,
        'x-twilio-email-event-webhook-timestamp': time,
      },
    };
  };
  const environment = { MAIL_WEBHOOK_PROVIDER: 'sendgrid', MAIL_WEBHOOK_KEY: publicKey.toString('base64') };
  return { environment, signedEvents, path: '/api/webhooks/mail/sendgrid' };
}

type Header = { name: string; value: string };

/** The tag that the server sends in a mail's header, and the provider repeats in each event. */
export function argumentsOf(headers: readonly Header[]): { returned_mail: string } {
  return apiHeaderOf(headers).unique_args;
}

/** What SendGrid is told of a mail. */
export function apiHeaderOf(headers: readonly Header[]): {
  unique_args: { returned_mail: string };
  filters: Record<string, { settings: { enable: 0 | 1 } }>;
} {
  return JSON.parse(headers.find(({ name }) => name.toLowerCase() === 'x-smtpapi')?.value ?? '{}');
}
