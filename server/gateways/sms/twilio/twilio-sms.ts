import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import type { SmsGateway, SmsOutcome, SmsRefusalCause, TextReport } from '../port.ts';

/**
 * `from`: the sender, in the format of `TWILIO_FROM`: a messaging service (`MG…`), a number or a name; `+44=…` after a
 * space is the sender for numbers with that prefix. `baseUrl` has no trailing slash.
 */
export type TwilioOptions = {
  baseUrl: string;
  accountSid: string;
  authToken: string;
  from: string;
  /** Where Twilio reports the delivery of a text. */
  reportsTo: string;
  timeoutMs?: number;
};

/**
 * Twilio's error codes about the recipient or the message (https://www.twilio.com/docs/api/errors). All others may be
 * our or Twilio's fault, and are retried: it splits its codes into finer ones (changelog of 10 July 2024).
 */
const refusalByCode: Record<number, SmsRefusalCause> = {
  21211: 'number_invalid',
  21217: 'number_invalid',
  21614: 'number_not_mobile',
  21635: 'number_not_mobile',
  21612: 'number_unreachable',
  21610: 'recipient_opted_out',
  21602: 'message_refused',
  21617: 'message_refused',
};

/**
 * Our sender or our account is at fault, or Twilio's queue is full: the recipient may still get this message later.
 * 21408: a country that is not enabled for the account; 21659 and 21660 (since July 2024): a sender that is not the
 * account's; 21703 and 21704: a messaging service that does not exist or has no sender.
 */
const serviceFailures: Record<number, 'authentication' | 'provider_busy'> = {
  20003: 'authentication',
  21606: 'authentication',
  21212: 'authentication',
  21408: 'authentication',
  21659: 'authentication',
  21660: 'authentication',
  21701: 'authentication',
  21703: 'authentication',
  21704: 'authentication',
  21611: 'provider_busy',
  20429: 'provider_busy',
};

const accepted = z.object({ sid: z.string() });
const refused = z.object({ code: z.number() });

/** Sends text messages through Twilio's REST API (or a compatible one). Failures are values, never exceptions. */
export function createTwilioSms(options: TwilioOptions): SmsGateway {
  const address = `${options.baseUrl}/2010-04-01/Accounts/${encodeURIComponent(options.accountSid)}/Messages.json`;
  const authorization = `Basic ${Buffer.from(`${options.accountSid}:${options.authToken}`).toString('base64')}`;
  return {
    async send({ to, body }) {
      try {
        const answer = await fetch(address, {
          method: 'POST',
          headers: { authorization, accept: 'application/json' },
          body: new URLSearchParams({
            To: to,
            ...senderFor(to, options.from),
            Body: body,
            StatusCallback: options.reportsTo,
          }),
          redirect: 'error',
          signal: AbortSignal.timeout(options.timeoutMs ?? 10_000),
        });
        return outcomeOf({ status: answer.status, body: await readJson(answer) });
      } catch (error) {
        return {
          outcome: 'retry',
          cause: error instanceof DOMException && error.name === 'TimeoutError' ? 'timeout' : 'connection',
        };
      }
    },
    readReport({ signature, form }) {
      if (!isSigned({ signature, form }, options)) return null;
      const fate = fateByStatus[form['MessageStatus'] ?? ''];
      return fate && form['MessageSid'] ? { providerId: form['MessageSid'], fate } : 'none';
    },
  };
}

const fateByStatus: Readonly<Record<string, TextReport['fate']>> = {
  delivered: 'DELIVERED',
  undelivered: 'UNDELIVERED',
  failed: 'UNDELIVERED',
};

type Signed = { signature: string; form: Readonly<Record<string, string>> };

/** `X-Twilio-Signature`: HMAC-SHA1 over the address and the sorted parameters (twilio.com/docs/usage/security). */
function isSigned({ signature, form }: Signed, { authToken, reportsTo }: TwilioOptions): boolean {
  const signed = Object.keys(form)
    .sort()
    .reduce((text, name) => text + name + form[name], reportsTo);
  const expected = createHmac('sha1', authToken).update(signed).digest();
  const given = Buffer.from(signature, 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Countries differ in the senders they accept: a number of their own, a registered name, or none of them. */
function senderFor(to: string, from: string): { From: string } | { MessagingServiceSid: string } {
  const senders = from.split(/[\s,]+/).map((entry) => entry.split('=') as [string, string?]);
  const [, own] = senders.find(([prefix, sender]) => sender !== undefined && to.startsWith(prefix)) ?? [];
  const sender = own ?? senders.find(([, other]) => other === undefined)?.[0] ?? from;
  return sender.startsWith('MG') ? { MessagingServiceSid: sender } : { From: sender };
}

/** A response that is not JSON comes from an intermediary, and says nothing about the message. */
async function readJson(answer: Response): Promise<unknown> {
  const text = await answer.text();
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function outcomeOf({ status, body }: { status: number; body: unknown }): SmsOutcome {
  const success = accepted.safeParse(body);
  if (status === 201 && success.success) return { outcome: 'sent', providerId: success.data.sid };
  if (status === 401 || status === 403) return { outcome: 'retry', cause: 'authentication' };
  const failure = refused.safeParse(body);
  if (status === 429 || status >= 500 || !failure.success) return { outcome: 'retry', cause: 'provider_busy' };
  const ourFault = serviceFailures[failure.data.code];
  if (ourFault) return { outcome: 'retry', cause: ourFault };
  const refusal = refusalByCode[failure.data.code];
  return refusal ? { outcome: 'refused', cause: refusal } : { outcome: 'retry', cause: 'provider_busy' };
}
