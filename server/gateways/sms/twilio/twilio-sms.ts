import * as z from 'zod/mini';
import type { SmsGateway, SmsOutcome, SmsRefusalCause } from '../port.ts';

/** `from` is one of the account's own numbers (E.164). `baseUrl` has no slash at its end. */
export type TwilioOptions = {
  baseUrl: string;
  accountSid: string;
  authToken: string;
  from: string;
  timeoutMs?: number;
};

/** Twilio's error codes that are about the recipient. Source: https://www.twilio.com/docs/api/errors */
const refusalByCode: Record<number, SmsRefusalCause> = {
  21211: 'number_invalid',
  21217: 'number_invalid',
  21614: 'number_not_mobile',
  21408: 'number_unreachable',
  21612: 'number_unreachable',
  21610: 'recipient_opted_out',
};

/** Our sender or our account is at fault, or Twilio's queue is full: the recipient may still get this message later. */
const serviceFailures: Record<number, 'authentication' | 'provider_busy'> = {
  20003: 'authentication',
  21606: 'authentication',
  21212: 'authentication',
  21611: 'provider_busy',
  20429: 'provider_busy',
};

const accepted = z.object({ sid: z.string() });
const refused = z.object({ code: z.number() });

/** Sends text messages through Twilio's REST API (or anything that speaks it). Outcomes, never exceptions. */
export function createTwilioSms(options: TwilioOptions): SmsGateway {
  const address = `${options.baseUrl}/2010-04-01/Accounts/${encodeURIComponent(options.accountSid)}/Messages.json`;
  const authorization = `Basic ${Buffer.from(`${options.accountSid}:${options.authToken}`).toString('base64')}`;
  return {
    async send({ to, body }) {
      try {
        const answer = await fetch(address, {
          method: 'POST',
          headers: { authorization, accept: 'application/json' },
          body: new URLSearchParams({ To: to, From: options.from, Body: body }),
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
  };
}

/** An answer that is not JSON comes from something in between, and says nothing about the message. */
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
  if (status === 201 && success.success) return { outcome: 'sent', providerMessageId: success.data.sid };
  if (status === 401 || status === 403) return { outcome: 'retry', cause: 'authentication' };
  const failure = refused.safeParse(body);
  if (status === 429 || status >= 500 || !failure.success) return { outcome: 'retry', cause: 'provider_busy' };
  const ourFault = serviceFailures[failure.data.code];
  if (ourFault) return { outcome: 'retry', cause: ourFault };
  return { outcome: 'refused', cause: refusalByCode[failure.data.code] ?? 'message_refused' };
}
