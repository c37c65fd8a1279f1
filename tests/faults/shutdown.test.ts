import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../setup/database/database.ts';
import { lockTable } from './breakpoints.ts';
import { type FaultSite, openFaultSite } from './fault-site.ts';

let database: TestDatabase;
let site: FaultSite;

beforeAll(async () => {
  database = await openTestDatabase();
  site = await openFaultSite({ databaseUrl: database.url, apps: 0, workers: 0 });
}, 120_000);
afterAll(async () => {
  await site?.close();
  await database?.drop();
});

type Outcome = number | 'refused' | `cut: ${string}`;
type RequestOptions = { url: string; path: string; agent?: Agent; body?: unknown };

/** `outcome`: the status of a complete response, or whether the connection was refused or cut. */
function callApi({
  url,
  path,
  agent,
  body,
}: RequestOptions): Promise<{ outcome: Outcome; retryAfter: string | undefined; closes: boolean }> {
  return new Promise((resolve) => {
    const done = (outcome: Outcome, retryAfter?: string, closes = false) => resolve({ outcome, retryAfter, closes });
    const payload = body === undefined ? undefined : JSON.stringify(body);
    const headers =
      payload === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) };
    const sent = request(
      `${url}${path}`,
      { method: payload === undefined ? 'GET' : 'POST', headers, ...(agent ? { agent } : { agent: false }) },
      (answer) => {
        answer.resume();
        answer.once('end', () =>
          done(
            answer.complete ? (answer.statusCode ?? 0) : 'cut: body',
            answer.headers['retry-after'],
            answer.headers.connection === 'close',
          ),
        );
        answer.once('error', (error) => done(`cut: ${error.message}`));
      },
    );
    sent.once('error', (error: NodeJS.ErrnoException) =>
      done(error.code === 'ECONNREFUSED' ? 'refused' : `cut: ${error.code}`),
    );
    sent.end(payload);
  });
}

const stepOne = () => ({
  parent: {
    firstName: 'Marta',
    lastName: 'Ruiz',
    email: `stop-${Math.random()}@example.com`,
    phoneCountryCode: '+1',
    phoneNumber: '2025550142',
  },
  knowsCoParentEmail: true,
  referral: { selection: 'SEARCH' },
});

/** The test acts as a load balancer: it checks readiness, and sends no more calls once the process is not ready. */
test('SIGTERM under load: every request is answered in full or refused a connection', {
  timeout: 60_000,
}, async () => {
  const app = await site.startApp({ DRAIN_SECONDS: '3' });
  const outcomes: Outcome[] = [];
  const enough = new AbortController();
  const person = async (kept: boolean) => {
    const agent = kept ? new Agent({ keepAlive: true, maxSockets: 1 }) : undefined;
    while (!enough.signal.aborted) {
      const { outcome, retryAfter } = await callApi({
        url: app.url,
        path: '/api/v2/registrations',
        body: stepOne(),
        ...(agent ? { agent } : {}),
      });
      // On a busy machine sixteen people exceed what one process can serve: they are told when to retry.
      if (outcome !== 503 || retryAfter === undefined) outcomes.push(outcome);
    }
  };
  const people = Array.from({ length: 16 }, (_each, index) => person(index % 2 === 0));
  await wait(1_000);
  const stopped = app.process.stop();
  await expect
    .poll(async () => (await callApi({ url: app.url, path: '/readyz' })).outcome, { timeout: 3_000, interval: 50 })
    .toBe(503);
  const told = outcomes.length;
  const { outcome, closes } = await callApi({
    url: app.url,
    path: '/api/v2/registrations',
    body: stepOne(),
    agent: new Agent({ keepAlive: true }),
  });
  expect({ outcome, closes }).toEqual({ outcome: 201, closes: true });
  enough.abort();
  await Promise.all(people);
  expect(await stopped).toBe(0);
  // Requests in flight at the shutdown were answered as well.
  expect(outcomes.length).toBeGreaterThan(told);
  expect(outcomes.filter((outcome) => outcome === 201).length).toBeGreaterThan(16);
  expect(outcomes.filter((outcome) => outcome !== 201)).toEqual([]);
  expect((await callApi({ url: app.url, path: '/healthz' })).outcome).toBe('refused');
});

test('SIGTERM while a request waits for the database: it is answered before the process ends', {
  timeout: 60_000,
}, async () => {
  const app = await site.startApp();
  const tableLock = await lockTable({ databaseUrl: database.url, table: 'registrations' });
  await tableLock.acquired();
  const slow = callApi({ url: app.url, path: '/api/v2/registrations', body: stepOne() });
  await tableLock.hasWaiters();
  const stopped = app.process.stop();
  await wait(500);
  await tableLock.release();
  expect((await slow).outcome).toBe(201);
  expect(await stopped).toBe(0);
});

test('overload: calls that exceed the database’s capacity get 503 with Retry-After, and then the server recovers', {
  timeout: 60_000,
}, async () => {
  const app = await site.startApp({ DATABASE_POOL_SIZE: '2' });
  const tableLock = await lockTable({ databaseUrl: database.url, table: 'registrations' });
  await tableLock.acquired();
  let refused = 0;
  const flood = Array.from({ length: 200 }, async () => {
    const answer = await callApi({ url: app.url, path: '/api/v2/registrations', body: stepOne() });
    refused += answer.outcome === 503 ? 1 : 0;
    return answer;
  });
  await expect.poll(() => refused, { timeout: 30_000, interval: 50 }).toBeGreaterThan(100);
  await tableLock.release();
  const answers = await Promise.all(flood);
  const shed = answers.filter(({ outcome }) => outcome === 503);
  expect(shed.every(({ retryAfter }) => retryAfter !== undefined)).toBe(true);
  expect(answers.filter(({ outcome }) => outcome !== 503 && outcome !== 201)).toEqual([]);
  expect((await callApi({ url: app.url, path: '/api/v2/registrations', body: stepOne() })).outcome).toBe(201);
});

test('overload: calls above the in-flight limit are rejected at once, and accepted ones are all answered', {
  timeout: 60_000,
}, async () => {
  const app = await site.startApp({ MAX_IN_FLIGHT: '20' });
  const tableLock = await lockTable({ databaseUrl: database.url, table: 'registrations' });
  await tableLock.acquired();
  const flood = Array.from({ length: 200 }, () =>
    callApi({ url: app.url, path: '/api/v2/registrations', body: stepOne() }),
  );
  const answered: Outcome[] = [];
  for (const asked of flood) void asked.then(({ outcome }) => answered.push(outcome));
  // While the database cannot serve any call.
  await expect.poll(() => answered.length, { timeout: 20_000, interval: 20 }).toBe(180);
  await tableLock.release();
  const answers = await Promise.all(flood);
  const shed = answers.filter(({ outcome }) => outcome === 503);
  expect(shed).toHaveLength(180);
  expect(shed.every(({ retryAfter }) => Number(retryAfter) > 0)).toBe(true);
  expect(answers.filter(({ outcome }) => outcome === 201)).toHaveLength(20);
  expect((await callApi({ url: app.url, path: '/api/v2/registrations', body: stepOne() })).outcome).toBe(201);
});

test('overload: a process with a slow event loop sheds with 503 and Retry-After, and recovers', {
  timeout: 60_000,
}, async () => {
  const app = await site.startApp();
  // The process is stopped for most of the time, so that each turn of its event loop takes as long as under overload.
  // The first pause starts the second in which the delay is measured, so that it contains only the next pause.
  const seen: { outcome: Outcome; retryAfter: string | undefined }[] = [];
  for (let turn = 0; turn < 8 && !seen.some(({ outcome }) => outcome === 503); turn += 1) {
    app.process.signal('SIGSTOP');
    await wait(1_100);
    app.process.signal('SIGCONT');
    await wait(5);
    app.process.signal('SIGSTOP');
    const asked = Array.from({ length: 4 }, () => callApi({ url: app.url, path: '/api/v2/payment-client-token' }));
    await wait(2_500);
    app.process.signal('SIGCONT');
    seen.push(...(await Promise.all(asked)));
  }
  const shed = seen.filter(({ outcome }) => outcome === 503);
  expect(shed.length).toBeGreaterThan(0);
  expect(shed.every(({ retryAfter }) => Number(retryAfter) > 0)).toBe(true);
  await expect
    .poll(async () => (await callApi({ url: app.url, path: '/api/v2/payment-client-token' })).outcome, {
      timeout: 10_000,
    })
    .toBe(200);
});
