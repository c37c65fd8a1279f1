import { registerHooks } from 'node:module';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { days, hours } from '#server/clock.ts';
import { enqueue } from '#server/db/job-queue.ts';
import { passTime, viewClock } from '#server/development/pass-time.ts';
import { ledger } from '../../setup/sandbox.ts';
import { send } from '../../setup/sign-up.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { mailsInOrder, subscribe, subscriptionOf } from '../../setup/subscriber.ts';

/** Records the modules of the movable clock that are imported from now on. */
function askedFor(): string[] {
  const asked: string[] = [];
  const hooks = registerHooks({
    resolve: (specifier, context, next) => {
      if (specifier.endsWith('/movable-clock.ts')) asked.push(specifier);
      return next(specifier, context);
    },
  });
  onTestFinished(() => hooks.deregister());
  return asked;
}

const realMoney = {
  NODE_ENV: 'production',
  PAYMENT_GATEWAY: 'braintree',
  BRAINTREE_ENVIRONMENT: 'production',
  BRAINTREE_MERCHANT_ID: 'merchant',
  BRAINTREE_PUBLIC_KEY: 'of-the-merchant',
  BRAINTREE_PRIVATE_KEY: 'secret',
  BRAINTREE_MERCHANT_ACCOUNT_ID: 'evenkeel_usd',
  PUBLIC_URL: 'https://evenkeel.org',
  STAFF_ISSUER: 'https://identity.evenkeel.org',
  SMTP_URL: 'smtp://localhost:2',
  SECURITY_CONTACT: 'mailto:security@evenkeel.org',
  SMS_PROVIDER: 'twilio',
  TWILIO_ACCOUNT_SID: 'AC1',
  TWILIO_AUTH_TOKEN: 'token',
  TWILIO_FROM: '+12025550123',
  MAIL_FROM: 'Evenkeel <post@evenkeel.org>',
  SELLER_US: 'Evenkeel | 1 Lake Street',
  SELLER_CA: 'Evenkeel | 1 Lake Street | 123456789 RT 0001',
  SELLER_GB: 'Evenkeel | 1 Lake Street | GB 123 4567 89',
  SELLER_AU: 'Evenkeel | 1 Lake Street | 12 345 678 901',
  SELLER_NZ: 'Evenkeel | 1 Lake Street | 123-456-789',
  SELLER_MX: 'Evenkeel | 1 Lake Street | EKO010203AB1',
  SECOND_FACTOR_KEYS: `first:${Buffer.alloc(32).toString('base64')}`,
};

test('9-28: the clock is moved by a call; where real money is taken the call does not exist', async () => {
  const loaded = askedFor();
  const path = '/v2/development/clock';
  const live = await openSite({ environment: realMoney });
  for (const method of ['GET', 'POST'] as const)
    expect((await send(live.app, { method, path, body: { days: 1 } })).status).toBe(404);
  expect(loaded).toEqual([]);
  const site = await openSite();
  expect((await send(site.app, { method: 'GET', path })).status).toBe(200);
  expect(loaded).toHaveLength(1);
});

/** Makes the test's clock follow the one in the database, as in every process. */
function movable({ clock, dependencies: { db } }: TestSite) {
  const refresh = async () => {
    const { aheadMs } = await db.selectFrom('clockOffset').select('aheadMs').executeTakeFirstOrThrow();
    clock.set(new Date(Date.now() + aheadMs));
  };
  return { db, clock: { ...clock, refresh } };
}

test('a simulated year takes under a minute: reminders, renewal and receipt come in order', async () => {
  const site = await openSite();
  const parent = await subscribe(site);
  const machine = movable(site);
  const began = performance.now();
  const passing = passTime(machine, { count: 370 });
  await site.startJobs();
  await passing;
  expect(performance.now() - began).toBeLessThan(60_000);
  expect((await mailsInOrder(site, parent.email)).map(({ subject }) => subject.replace(/ on .*/, ''))).toEqual([
    'Your Evenkeel receipt',
    'Your plan renews',
    'Your plan renews',
    'Your Evenkeel renewal receipt',
  ]);
  expect((await ledger(site.sandboxUrl)).map(({ kind }) => kind)).toEqual(['sale', 'sale']);
  expect((await subscriptionOf(site, parent)).periodStart).toBe(parent.periodEnd);
  const { events, aheadMs } = await viewClock(machine);
  expect(aheadMs).toBeGreaterThan(days(369));
  expect(events.slice(0, 2)).toMatchObject([
    { kind: 'MAIL', what: 'receipt' },
    { kind: 'CHARGE', what: 'RENEWAL', amount: 14_400 },
  ]);
  const receipt = events.findLast(({ what }) => what === 'receipt');
  expect(Date.parse(receipt?.at ?? '') - Date.now(), 'the receipt of today').toBeLessThan(days(1));
  expect(JSON.stringify(events)).not.toContain('@');
});

test('9-29: a job delayed by an hour waits an hour of the simulated clock, however far it was moved', async () => {
  const site = await openSite();
  await site.startJobs();
  const { db } = site.dependencies;
  const machine = movable(site);
  await passTime(machine, { count: 30 });
  await enqueue(db, {
    name: 'forward-analytics',
    payload: {},
    runAt: new Date(site.clock.now().getTime() + hours(1)),
    key: 'waits',
  });
  const waits = async () => {
    const { rows } = await sql<{
      seconds: number;
    }>`select extract(epoch from run_at - now())::float8 as seconds from graphile_worker.jobs where key = 'waits'`.execute(
      db,
    );
    return rows[0]?.seconds ?? Number.NaN;
  };
  expect(await waits()).toBeCloseTo(3_600, -2);
  await passTime(machine, { count: 1 });
  expect(await waits()).toBeNaN();
});
