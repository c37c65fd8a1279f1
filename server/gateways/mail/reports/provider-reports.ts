import { createPublicKey, verify } from 'node:crypto';
import * as z from 'zod/mini';
import type { MailProvider } from '#contract/api/webhooks.ts';
import { reportOfStatus } from '../mailbox-status.ts';
import { leavingAlways, type Mail, type MailReport, type MailWebhook, type MailWebhookCall } from '../port.ts';

/** How a mail provider identifies mails, and reports on them. */
type Provider = {
  /** Headers that tell it how to send this mail and how to name it in its reports; it removes them. */
  headersOf: (mail: Pick<Mail, 'tag' | 'kind'>) => Record<string, string>;
  /**
   * The public key, in base64 of DER. A call that is sent again is parsed again: a report counts once for each mail.
   */
  read: (call: MailWebhookCall & { key: string }) => ReturnType<MailWebhook['read']>;
};

const ofSendGrid = z.array(
  z.looseObject({
    event: z.string(),
    returned_mail: z.optional(z.string()),
    type: z.optional(z.string()),
    status: z.optional(z.string()),
    reason: z.optional(z.string()),
  }),
);

/** Mails that it drops because of what it knows about the address. Other reasons concern the mail or the account. */
const dropped: Readonly<Record<string, MailReport>> = {
  'Bounced Address': 'HARD',
  Invalid: 'HARD',
  'Spam Reporting Address': 'COMPLAINT',
};

function reportOfEvent({ event, type, status = '', reason = '' }: z.output<typeof ofSendGrid>[number]) {
  if (event === 'spamreport') return 'COMPLAINT';
  if (event === 'dropped') return dropped[reason] ?? null;
  if (event !== 'bounce') return null;
  return type === 'blocked' ? 'SOFT' : reportOfStatus(status);
}

const on = { settings: { enable: 1 } };
const off = { settings: { enable: 0 } };

/**
 * SendGrid's `X-SMTPAPI` (twilio.com/docs/sendgrid, "SMTP Filters"). Tracking would replace every link with a secret by
 * its own, which it knows. Requested mails and warnings bypass its own list of complaints and bounces: who may be
 * mailed is decided here.
 */
const sendGridFilters = (kind: Mail['kind']) => ({
  clicktrack: off,
  opentrack: off,
  subscriptiontrack: off,
  ...(leavingAlways.has(kind) ? { bypass_list_management: on } : {}),
});

/** Twilio SendGrid's signed event webhook: ECDSA over the time and the body. */
const sendgrid: Provider = {
  headersOf: ({ tag, kind }) => ({
    'X-SMTPAPI': JSON.stringify({
      ...(tag ? { unique_args: { returned_mail: tag } } : {}),
      filters: sendGridFilters(kind),
    }),
  }),
  read({ headers, body, key }) {
    const signature = headers['x-twilio-email-event-webhook-signature'];
    const time = headers['x-twilio-email-event-webhook-timestamp'];
    if (typeof signature !== 'string' || typeof time !== 'string') return null;
    const publicKey = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' });
    if (!verify('sha256', Buffer.from(time + body), publicKey, Buffer.from(signature, 'base64'))) return null;
    return ofSendGrid.parse(JSON.parse(body)).flatMap((event) => {
      const report = reportOfEvent(event);
      return report && event.returned_mail ? [{ tag: event.returned_mail, report }] : [];
    });
  },
};

/** Another provider is another row, and its name in the contract. */
export const mailProviders: Readonly<Record<MailProvider, Provider>> = { sendgrid };
