import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Quote } from '#contract/api/prices.ts';
import { addressInMinnesota, type PaidBody, parentOf, paymentBody } from '../setup/sign-up.ts';

/** The calls of one sign-up, in their order. */
export const callNames = [
  'events',
  'details',
  'family',
  'packages',
  'billing',
  'price',
  'payment',
  'credentials',
  'receipt',
] as const;
export type CallName = (typeof callNames)[number];

type Call = { method: 'GET' | 'POST' | 'PUT'; path: string; body?: unknown; headers?: Record<string, string> };
type Answer = { status: number; retryAfter: number | null; body: Record<string, unknown> };

export type Driver = {
  url: string;
  agent: Agent;
  /** Milliseconds from the first byte sent to the last one received, of every call that was accepted. */
  onCall: (name: CallName, milliseconds: number) => void;
  /** A call was refused by 503. `retryAfter`: seconds to wait, or null if the server named none. */
  onRefusal: (name: CallName, retryAfter: number | null) => void;
  /** Whether a refused call is retried; by default every one is. */
  triesAgain?: (name: CallName) => boolean;
};

/** The client gave up instead of retrying. */
export class WentAway extends Error {}

export const openAgent = (connections: number): Agent => new Agent({ keepAlive: true, maxSockets: connections });

/**
 * One whole sign-up over HTTP, from step 1 to the receipt, as a browser does it. A refused call is retried after its
 * Retry-After.
 */
export async function signUpOnce(driver: Driver): Promise<{ signupId: string; orderId: string }> {
  // Each sign-up has its own client address: otherwise all would contend for one row of the rate limits.
  const from = { 'x-forwarded-for': `10.${byte()}.${byte()}.${byte()}` };
  const parent = {
    ...parentOf(`parent-${randomUUID()}@example.com`),
    // Two with the same name and phone would be treated as one person.
    lastName: `Ruiz ${randomUUID()
      .replaceAll(/[^a-f]/g, '')
      .slice(0, 12)}`,
    phoneNumber: `202${digits(7)}`,
  };
  const t = (name: CallName, call: Call) => insist(driver, name, { ...call, headers: { ...from, ...call.headers } });

  await t('events', { method: 'POST', path: '/v1/batch', body: { batch: [visit()] } });
  const step1 = { parent, knowsCoParentEmail: true, referral: { selection: 'SEARCH' } };
  const { signupId, registrationKey } = await t('details', {
    method: 'POST',
    path: '/v2/registrations',
    body: step1,
  });
  const own = `/v2/registrations/${String(signupId)}`;
  const headers = { 'x-registration-key': String(registrationKey) };
  const coParent = { firstName: 'Joe', lastName: 'Ruiz', email: `other-${randomUUID()}@example.com` };
  const family = { coParent, children: [{ firstName: 'Ana', lastName: 'Ruiz' }] };
  await t('family', { method: 'PUT', path: `${own}/family`, body: family, headers });
  const place = new URLSearchParams({ country: 'US', countryCode: '1', phoneNumber: parent.phoneNumber });
  await t('packages', { method: 'GET', path: `/v2/packages?${place}` });
  const billing = {
    parent: { ...parent, timeZone: 'America/Chicago' },
    address: addressInMinnesota,
    sections: ['PARENT', 'ADDRESS'],
  };
  await t('billing', { method: 'PUT', path: own, body: billing, headers });
  const options = { packageId: 1001, payForCoparent: Math.random() < 0.5 };
  const order = { packageId: options.packageId, productId: null, services: [] };
  const asked = { orderDetail: order, payForCoparent: options.payForCoparent, paymentCodes: [] };
  const quote = (await t('price', {
    method: 'POST',
    path: `${own}/prices`,
    body: asked,
    headers,
  })) as unknown as Quote;
  const submission = { ...headers, 'idempotency-key': randomUUID() };
  const submitted = await t('payment', {
    method: 'POST',
    path: `${own}/payments`,
    body: paymentBody(quote, options),
    headers: submission,
  });
  const paid =
    submitted['outcome'] === 'PAID'
      ? submitted
      : await untilPaid(() => t('receipt', { method: 'GET', path: `${own}/payment`, headers }));
  const { clickToJoinToken, receipt } = paid as unknown as PaidBody;
  const credentials = { username: `u${randomUUID().slice(0, 20)}`, password: 'quiet-harbour-7' };
  const authorization = `Bearer ${clickToJoinToken}`;
  await t('credentials', { method: 'PUT', path: '/v2/credentials', body: credentials, headers: { authorization } });
  await t('receipt', { method: 'GET', path: `${own}/payment`, headers });
  return { signupId: String(signupId), orderId: receipt.orderId };
}

async function untilPaid(read: () => Promise<Record<string, unknown>>): Promise<Record<string, unknown>> {
  for (let tries = 0; tries < 300; tries += 1) {
    const answer = await read();
    if (answer['outcome'] === 'PAID') return answer;
    await wait(200);
  }
  throw new Error('A payment was never confirmed');
}

/** Repeats a call until it is accepted. Throws on every answer other than success and 503. */
async function insist(driver: Driver, name: CallName, call: Call): Promise<Record<string, unknown>> {
  for (;;) {
    const began = performance.now();
    const { status, retryAfter, body } = await callApi(driver, call);
    if (status < 300) {
      driver.onCall(name, performance.now() - began);
      return body;
    }
    if (status !== 503) throw new Error(`${name} answered ${status}: ${JSON.stringify(body).slice(0, 300)}`);
    driver.onRefusal(name, retryAfter);
    if (driver.triesAgain?.(name) === false) throw new WentAway();
    await wait((retryAfter ?? 1) * 1_000);
  }
}

function callApi({ url, agent }: Driver, { method, path, body, headers = {} }: Call): Promise<Answer> {
  const text = body === undefined ? '' : JSON.stringify(body);
  const type =
    body === undefined ? {} : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) };
  return new Promise((resolve, reject) => {
    const sent = request(
      `${url}/api${path}`,
      { method, agent, headers: { origin: url, ...type, ...headers } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const received = Buffer.concat(chunks).toString();
          const retryAfter = response.headers['retry-after'];
          resolve({
            status: response.statusCode ?? 0,
            retryAfter: retryAfter === undefined ? null : Number(retryAfter),
            body: received === '' ? {} : (JSON.parse(received) as Record<string, unknown>),
          });
        });
      },
    );
    sent.on('error', reject);
    sent.end(text);
  });
}

const visit = () => ({
  type: 'track',
  event: 'Package Selection Viewed',
  messageId: randomUUID(),
  anonymousId: randomUUID(),
  properties: {},
});
const byte = () => Math.floor(Math.random() * 256);
const digits = (count: number) =>
  String(2 + Math.random() * 7)
    .replace('.', '')
    .padEnd(count, '3')
    .slice(0, count);
