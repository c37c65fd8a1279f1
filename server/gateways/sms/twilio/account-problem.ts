import * as z from 'zod/mini';
import type { TwilioOptions } from './twilio-sms.ts';

export type TwilioProblem = 'credentials' | 'trial' | 'inactive' | 'unreachable';

const account = z.object({ status: z.string(), type: z.string() });

/** Why Twilio sends no texts of this account to everybody, or null. Sends none. */
export async function twilioAccountProblem({
  baseUrl,
  accountSid,
  authToken,
  timeoutMs = 10_000,
}: TwilioOptions): Promise<TwilioProblem | null> {
  try {
    const answer = await fetch(`${baseUrl}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}.json`, {
      headers: { authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}` },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    if ([401, 403, 404].includes(answer.status)) return 'credentials';
    const { status, type } = z.parse(account, await answer.json());
    if (status !== 'active') return 'inactive';
    return type === 'Trial' ? 'trial' : null;
  } catch {
    return 'unreachable';
  }
}
