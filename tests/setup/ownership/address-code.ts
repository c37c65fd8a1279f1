import type { FastifyInstance } from 'fastify';
import { cookieOf } from '../person.ts';
import { mailsTo } from '../sandbox.ts';
import { send } from '../sign-up.ts';
import type { TestSite } from '../site.ts';
import { drain } from '../subscriber.ts';
import { codeIn } from './recovery-calls.ts';

/** Requests the code to an address, as a browser; `headers`: those of that browser from then on. */
export async function askAddressCode(app: FastifyInstance, email: string) {
  const asked = await send(app, { method: 'POST', path: '/v2/address-codes', body: { email } });
  const headers = { cookie: cookieOf(asked.headers, 'address-proof') ?? '', origin: 'http://localhost:3000' };
  const check = (code: string) =>
    send<{ proven: boolean; triesLeft: number }>(app, {
      method: 'POST',
      path: '/v2/address-codes/check',
      body: { code },
      headers,
    });
  return { asked, headers, check };
}

/** Proves an address as the reader of its mailbox does: requests the code, reads and enters it. */
export async function proveAddress(site: TestSite, email: string): Promise<Record<string, string>> {
  const { headers, check } = await askAddressCode(site.app, email);
  await drain(site);
  const mails = (await mailsTo(site.sandboxUrl, email)).filter(({ text }) => text.includes('verification code'));
  const answer = await check(codeIn(mails[0]?.text));
  if (!answer.body.proven) throw new Error(`The code for ${email} answered ${JSON.stringify(answer.body)}`);
  return headers;
}
