import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { m } from '#messages/messages.js';
import { ledger } from '../../setup/sandbox.ts';
import { price, readResult, readyToPay, send, submitPayment } from '../../setup/sign-up.ts';
import { openSite, type TestSite } from '../../setup/site.ts';

const newcomer = (site: TestSite) => send(site.app, { method: 'GET', path: '/v2/payment-client-token' });

/** Makes calls to the gateway block until they are released. */
function holdGateway({ dependencies: { gateway } }: TestSite) {
  const { promise, resolve: letGo } = Promise.withResolvers<void>();
  const real = { sale: gateway.sale.bind(gateway), clientToken: gateway.clientToken.bind(gateway) };
  let sales = 0;
  gateway.sale = async (request) => {
    sales += 1;
    await promise;
    return real.sale(request);
  };
  gateway.clientToken = async (request) => {
    await promise;
    return real.clientToken(request);
  };
  return { letGo, sales: () => sales };
}

async function personAtReview(site: TestSite) {
  const registration = await readyToPay(site.app);
  return { registration, quote: await price(site.app, registration) };
}

test('too many concurrent calls: new visitors get 503 with Retry-After, sign-ups in progress continue, and the server recovers by itself', async () => {
  const site = await openSite({ environment: { MAX_IN_FLIGHT: '4' } });
  const { registration } = await personAtReview(site);
  const held = holdGateway(site);
  const flood = Array.from({ length: 12 }, () => newcomer(site));
  // These are answered while the others block: a refusal waits for nothing.
  const refused = await Promise.all(flood.slice(4));
  expect(refused.map(({ status, body }) => [status, body['code']])).toEqual(
    Array.from({ length: 8 }, () => [503, 'BUSY']),
  );
  expect(refused.every(({ headers }) => Number(headers['retry-after']) > 0)).toBe(true);
  expect((await price(site.app, registration)).totals.total).toBeGreaterThan(0);
  expect((await site.app.inject('/healthz')).statusCode).toBe(200);
  held.letGo();
  expect((await Promise.all(flood.slice(0, 4))).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect((await newcomer(site)).status).toBe(200);
});

test('too many concurrent calls: a payment in progress completes, Pay still works, and the outcome can be read', async () => {
  const site = await openSite({ environment: { MAX_IN_FLIGHT: '4' } });
  const [first, second] = [await personAtReview(site), await personAtReview(site)];
  const held = holdGateway(site);
  const paying = submitPayment(site.app, first.registration, first);
  await expect.poll(held.sales).toBe(1);
  const flood = Array.from({ length: 12 }, () => newcomer(site));
  await Promise.all(flood.slice(4));
  const paidUnderLoad = submitPayment(site.app, second.registration, second);
  await expect.poll(held.sales).toBe(2);
  expect((await readResult(site.app, first.registration)).body.outcome).toBe('CONFIRMING');
  held.letGo();
  expect([(await paying).body.outcome, (await paidUnderLoad).body.outcome]).toEqual(['PAID', 'PAID']);
  expect(await ledger(site.sandboxUrl)).toHaveLength(2);
  await Promise.all(flood);
});

test('too many concurrent calls, over the network: they get 503 in the caller’s language, with every header, and are counted', async () => {
  const site = await openSite({ environment: { MAX_IN_FLIGHT: '2', METRICS_PORT: '0' } });
  await site.app.listen({ port: 0, host: 'localhost' });
  const url = `http://localhost:${(site.app.server.address() as AddressInfo).port}`;
  const held = holdGateway(site);
  const inside = [newcomer(site), newcomer(site)];
  const callApi = (path: string, init: RequestInit = {}) => fetch(`${url}${path}`, init);
  const refused = await callApi('/api/v2/payment-client-token', { headers: { 'accept-language': 'es' } });
  expect(refused.status).toBe(503);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(refused.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(refused.headers.get('cache-control')).toBe('no-store');
  const problem = (await refused.json()) as { code: string; message: string };
  expect(problem).toMatchObject({
    code: 'BUSY',
    status: 503,
    message: m.problem_busy({}, { locale: 'es' }),
    validationErrors: [],
  });
  // A sign-up in progress is admitted and can read its data; pages and probes do not count as calls.
  expect(
    (
      await callApi('/api/v2/payment-client-token', {
        headers: { 'x-registration-key': 'x' },
        signal: AbortSignal.timeout(300),
      }).catch(() => null)
    )?.status,
  ).not.toBe(503);
  expect((await callApi(`/api/v2/registrations/${crypto.randomUUID()}/payment`)).status).not.toBe(503);
  expect((await callApi('/healthz')).status).toBe(200);
  expect((await site.dependencies.metrics?.render())?.text).toContain('evenkeel_calls_refused_total{priority="low"} 1');
  held.letGo();
  await Promise.all(inside);
  expect((await callApi('/api/v2/payment-client-token')).status).toBe(200);
});
