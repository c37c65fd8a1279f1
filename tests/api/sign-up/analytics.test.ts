import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { segmentForwarder } from '#server/gateways/analytics/segment/segment-forwarder.ts';
import { forwardAnalytics } from '#server/jobs/forward-analytics.ts';
import { readyToPay, send, submitPayment } from '../../setup/sign-up.ts';
import { openSite } from '../../setup/site.ts';

const event = (over: object = {}) => ({
  type: 'track',
  messageId: randomUUID(),
  anonymousId: randomUUID(),
  event: 'Parent A Info Viewed',
  properties: { step: 'Parent A Info' },
  ...over,
});

type SentEvent = { messageId: string; event?: string };

/** Responds to a batch as Segment does; `answer` may depend on it. */
async function segmentStandIn(answer: number | ((batch: SentEvent[]) => number), headers: object = {}) {
  const bodies: { batch: SentEvent[] }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const parsed = JSON.parse(body) as { batch: SentEvent[] };
      bodies.push(parsed);
      const status = typeof answer === 'number' ? answer : answer(parsed.batch);
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end('{"success":true}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  onTestFinished(() => {
    server.close();
  });
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return { host: `http://localhost:${address.port}`, bodies };
}

test('an event sent twice is stored once', async () => {
  const { app, dependencies } = await openSite();
  const once = event();
  for (let time = 0; time < 2; time++)
    expect((await send(app, { method: 'POST', path: '/v1/track', body: once })).status).toBe(200);
  expect(await dependencies.db.selectFrom('analyticsEvents').select('messageId').execute()).toHaveLength(1);
});

test('SEC14: event properties not on the allowlist are not stored', async () => {
  const { app, dependencies } = await openSite();
  const canary = 'canary-4111111111111111-marta@example.com';
  const body = {
    batch: [event({ properties: { step: 'Review', email: canary, packageId: 1001 }, context: { page: canary } })],
  };
  expect((await send(app, { method: 'POST', path: '/v1/batch', body })).status).toBe(200);
  const stored = JSON.stringify(await dependencies.db.selectFrom('analyticsEvents').selectAll().execute());
  expect(stored).toContain('1001');
  expect(stored).not.toContain('canary');
});

test('SEC14, 2.12-3: a name, mail, phone or address typed during a sign-up is in no event and in no log line', async () => {
  const { app, dependencies, logged } = await openSite();
  const registration = await readyToPay(app, { email: 'canary.parent@example.com' });
  await submitPayment(app, registration);
  const events = JSON.stringify(await dependencies.db.selectFrom('analyticsEvents').selectAll().execute());
  for (const canary of [
    'canary.parent',
    "O'Brien",
    'Lake Street',
    registration.coParentEmail,
    registration.headers['x-registration-key'],
    'fake-valid-visa-nonce',
  ]) {
    expect(events).not.toContain(canary);
    expect(logged.join('\n')).not.toContain(canary);
  }
});

const canary = '12 Lake Street, Marta';
const words = [
  { event: canary },
  { messageId: canary },
  { anonymousId: 'Marta-Ruiz-12-Lake-Street' },
  { properties: { step: 'Review', pricingGroup: canary } },
  { properties: { step: 'Review', paymentType: canary } },
  { properties: { step: canary } },
  { properties: { step: 'Review', packageId: 2025550142 } },
  { type: 'identify', traits: { language: canary } },
];
const dropped = [
  { name: canary, properties: { path: `/app/${canary}` }, type: 'page' },
  { properties: { packageName: canary, experiment: canary, path: canary } },
  { type: 'identify', traits: { name: canary, email: canary } },
];

test('SEC14: no free text is stored: names, ids, values and paths are from allowlists', async () => {
  const { app, dependencies } = await openSite();
  const report = (over: object) => send(app, { method: 'POST', path: '/v1/batch', body: { batch: [event(over)] } });
  for (const over of words) expect([over, (await report(over)).status]).toEqual([over, 400]);
  for (const over of dropped) expect((await report(over)).status).toBe(200);
  await report({ type: 'page', properties: { path: '/app/account/receipts/id' } });
  const stored = await dependencies.db
    .selectFrom('analyticsEvents')
    .select(['name', 'properties'])
    .where('type', '=', 'page')
    .execute();
  expect(stored.map(({ properties }) => properties)).toEqual([{ path: 'other' }, { path: '/app/account/receipts/id' }]);
  expect(JSON.stringify(await dependencies.db.selectFrom('analyticsEvents').selectAll().execute())).not.toContain(
    'Lake',
  );
});

test('P4: the limit per address counts events, not calls', async () => {
  const { app, dependencies } = await openSite();
  const statuses: number[] = [];
  for (let count = 0; count < 25; count++) {
    const body = { batch: Array.from({ length: 50 }, () => event()) };
    statuses.push((await send(app, { method: 'POST', path: '/v1/batch', body })).status);
  }
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), ...Array.from({ length: 5 }, () => 429)]);
  const { kept } = await dependencies.db
    .selectFrom('analyticsEvents')
    .select(({ fn }) => fn.countAll<string>().as('kept'))
    .executeTakeFirstOrThrow();
  expect(Number(kept)).toBe(1_000);
});

test('4.4-11: opening pages is no exposure; a reported exposure is stored once, and only for running experiments', async () => {
  const { app, dependencies } = await openSite({ pages: true });
  const { db } = dependencies;
  await db
    .updateTable('experiments')
    .set({ state: 'running', share: 100 })
    .where('key', '=', 'remove-co-parent-status')
    .execute();
  const exposures = () => db.selectFrom('experimentExposures').select(['experimentKey', 'state']).execute();
  for (const url of ['/app/login', '/app/join/signup', '/app/storage'])
    expect((await app.inject(url)).statusCode).toBe(200);
  expect(await exposures()).toEqual([]);
  const anonymousId = randomUUID();
  const shown = (experiment: string, state = 'treatment') => ({
    type: 'exposure',
    messageId: randomUUID(),
    anonymousId,
    experiment,
    state,
  });
  const report = (...batch: object[]) => send(app, { method: 'POST', path: '/v1/batch', body: { batch } });
  for (let time = 0; time < 3; time++) await report(shown('remove-co-parent-status'), shown('social-proof'), event());
  expect(await exposures()).toEqual([{ experimentKey: 'remove-co-parent-status', state: 'treatment' }]);
  expect((await report(shown('12 Lake Street'))).status).toBe(400);
  expect((await db.selectFrom('analyticsEvents').select('type').execute()).map(({ type }) => type)).toEqual([
    'track',
    'track',
    'track',
  ]);
});

test('an unknown event name is refused', async () => {
  const { app } = await openSite();
  expect(
    (await send(app, { method: 'POST', path: '/v1/track', body: event({ event: 'Something Else' }) })).status,
  ).toBe(400);
});

test('2.12-4: with a write key events are forwarded once, in order; without one they stay', async () => {
  const site = await openSite();
  const { host, bodies } = await segmentStandIn(200);
  const events = Array.from({ length: 3 }, () => event());
  await send(site.app, { method: 'POST', path: '/v1/batch', body: { batch: events } });
  await forwardAnalytics.run(site.jobDependencies, {});
  expect(bodies).toHaveLength(0);
  const dependencies = { ...site.jobDependencies, analyticsForwarder: segmentForwarder({ writeKey: 'key', host }) };
  await forwardAnalytics.run(dependencies, {});
  await forwardAnalytics.run(dependencies, {});
  expect(bodies.flatMap(({ batch }) => batch.map(({ messageId }) => messageId)).sort()).toEqual(
    events.map(({ messageId }) => messageId).sort(),
  );
});

test('events a failing service did not take wait for the next run', async () => {
  const site = await openSite();
  const failing = await segmentStandIn(500);
  await send(site.app, { method: 'POST', path: '/v1/track', body: event() });
  await forwardAnalytics.run(
    {
      ...site.jobDependencies,
      analyticsForwarder: segmentForwarder({ writeKey: 'key', host: failing.host, timeoutMs: 1_000 }),
    },
    {},
  );
  const [row] = await site.dependencies.db.selectFrom('analyticsEvents').select('forwardedAt').execute();
  expect(row?.forwardedAt).toBeNull();
});

test('O17: events that a busy service did not take, asking for a minute’s delay, are sent again', async () => {
  const site = await openSite();
  const busy = await segmentStandIn(429, { 'retry-after': '60' });
  await send(site.app, { method: 'POST', path: '/v1/track', body: event() });
  const analyticsForwarder = segmentForwarder({ writeKey: 'key', host: busy.host, timeoutMs: 500 });
  await forwardAnalytics.run({ ...site.jobDependencies, analyticsForwarder }, {});
  const [row] = await site.dependencies.db.selectFrom('analyticsEvents').select('forwardedAt').execute();
  expect(row?.forwardedAt).toBeNull();
});

test('O17: a rejected event delays none of the others, and is logged', async () => {
  const site = await openSite();
  const events = Array.from({ length: 9 }, () => event());
  const bad = events[4]?.messageId ?? '';
  const taken: string[] = [];
  const { host } = await segmentStandIn((batch) => {
    if (batch.some(({ messageId }) => messageId === bad)) return 400;
    taken.push(...batch.map(({ messageId }) => messageId));
    return 200;
  });
  await send(site.app, { method: 'POST', path: '/v1/batch', body: { batch: events } });
  const analyticsForwarder = segmentForwarder({ writeKey: 'key', host });
  await forwardAnalytics.run({ ...site.jobDependencies, analyticsForwarder }, {});
  const others = events.map(({ messageId }) => messageId).filter((messageId) => messageId !== bad);
  expect(taken.sort()).toEqual(others.sort());
  const waiting = site.dependencies.db
    .selectFrom('analyticsEvents')
    .select('messageId')
    .where('forwardedAt', 'is', null);
  expect(await waiting.execute()).toEqual([]);
});

test('O17: a service that rejects everything is sent everything again', async () => {
  const site = await openSite();
  const { host } = await segmentStandIn(400);
  await send(site.app, {
    method: 'POST',
    path: '/v1/batch',
    body: { batch: Array.from({ length: 30 }, () => event()) },
  });
  const analyticsForwarder = segmentForwarder({ writeKey: 'key', host });
  await forwardAnalytics.run({ ...site.jobDependencies, analyticsForwarder }, {});
  const waiting = site.dependencies.db
    .selectFrom('analyticsEvents')
    .select('messageId')
    .where('forwardedAt', 'is', null);
  expect(await waiting.execute()).toHaveLength(30);
});
