import { createHmac } from 'node:crypto';
import type { SmsMessage } from './sms-store.ts';

/** Accepted like every other, and never delivered: 30006 is a landline, 30034 a sender not registered for 10DLC. */
const undelivered: Readonly<Record<string, string>> = { '+15005550011': '30006', '+15005550012': '30034' };

type Report = { reportsTo: string; account: string; authToken: string; message: SmsMessage };

/** Twilio's reports on a message: sent, then the final state, each signed (twilio.com/docs/usage/security). */
export async function reportFate({ reportsTo, account, authToken, message: { sid, to, from } }: Report): Promise<void> {
  const errorCode = undelivered[to];
  const last = errorCode ? { MessageStatus: 'undelivered', ErrorCode: errorCode } : { MessageStatus: 'delivered' };
  for (const status of [{ MessageStatus: 'sent' }, last]) {
    const form: Record<string, string> = { AccountSid: account, MessageSid: sid, To: to, From: from, ...status };
    const signed = Object.keys(form)
      .sort()
      .reduce((text, name) => text + name + form[name], reportsTo);
    const signature = createHmac('sha1', authToken).update(signed).digest('base64');
    // An unreachable receiver gets no report.
    await fetch(reportsTo, {
      method: 'POST',
      headers: { 'x-twilio-signature': signature },
      body: new URLSearchParams(form),
    }).catch(() => undefined);
  }
}
