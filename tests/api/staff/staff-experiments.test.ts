import { expect, test } from 'vitest';
import type { ExperimentView } from '#contract/api/staff/staff-experiments.ts';
import { days, hours } from '#server/clock.ts';
import { callRefund } from '../../setup/account-calls.ts';
import { plantDay, reportShown, visitorsIn } from '../../setup/experiments/running-experiment.ts';
import { readyToPay, send, submitPayment } from '../../setup/sign-up.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { staffHeaders } from '../../setup/staff.ts';
import { subscribe } from '../../setup/subscriber.ts';

const key = 'price-in-build-your-own';

const run = ({ dependencies: { db }, clock }: TestSite, share = 50) =>
  db
    .updateTable('experiments')
    .set({ state: 'running', share, changedAt: clock.now() })
    .where('key', '=', key)
    .execute();

async function view(site: TestSite, query = ''): Promise<ExperimentView> {
  const headers = await staffHeaders(site, ['GROWTH']);
  const answer = await send<ExperimentView>(site.app, {
    method: 'GET',
    path: `/v2/staff/experiments/${key}${query}`,
    headers,
  });
  expect(answer.status).toBe(200);
  return answer.body;
}

test('a payer counts once for the variant they were exposed to, with declines and refunds, and no payment contains the visitor’s id', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  await run(site);
  const [treated = '', other = ''] = await visitorsIn(site, { key, group: 'treatment', count: 2 });
  const [controlled = ''] = await visitorsIn(site, { key, group: 'control', count: 1 });
  for (const anonymousId of [treated, other]) await reportShown(site, { key, state: 'treatment', anonymousId });
  // A page with another group's variant, opened before or forged, is not counted.
  await reportShown(site, { key, state: 'treatment', anonymousId: controlled });
  const by = async (anonymousId: string) => {
    const registration = await readyToPay(site.app);
    return { ...registration, headers: { ...registration.headers, 'x-anonymous-id': anonymousId } };
  };
  site.clock.advance(hours(1));
  const registration = await by(treated);
  expect((await submitPayment(site.app, registration, { nonce: 'fake-luhn-invalid-nonce' })).status).toBe(422);
  const { userId } = await subscribe(site, { registration });
  await subscribe(site, { registration: await by(controlled) });
  await subscribe(site);
  await callRefund(site, userId);
  site.clock.advance(days(9));
  const { results } = await view(site);
  expect(results).toMatchObject({ verdict: 'NOT_ENOUGH', shown: { control: 0, treatment: 2 } });
  expect(results?.interimResults.at(-1)).toMatchObject({
    control: { people: 0, paid: 0 },
    treatment: { people: 2, paid: 1 },
  });
  const [refunded, declined, minutes] = results?.guardrails ?? [];
  expect([refunded?.treatment, declined?.treatment]).toEqual([1, 1]);
  expect(minutes?.treatment).toBeGreaterThan(59);
  expect(minutes?.treatment).toBeLessThan(62);
  const attempts = JSON.stringify(await db.selectFrom('paymentAttempts').selectAll().execute());
  const attributed = JSON.stringify(await db.selectFrom('attemptExposures').selectAll().execute());
  expect([attempts.includes(treated), attributed.includes(treated)]).toEqual([false, false]);
});

const dayOf = (at: Date): unknown => expect.stringContaining(at.toISOString().slice(0, 10));

test('results are daily, exclude people who still have days to pay, and stay with their iteration', async () => {
  const site = await openSite();
  await run(site);
  const started = site.clock.now();
  for (let day = 0; day < 20; day += 1)
    await plantDay(site, key, {
      at: new Date(started.getTime() + days(day)),
      control: [100, 10],
      treatment: [100, 20],
    });
  site.clock.advance(days(20));
  const { results } = await view(site);
  expect(results).toMatchObject({ iteration: 2, verdict: 'BETTER', shown: { control: 2_000, treatment: 2_000 } });
  // People of the last eight days may still pay.
  expect(results?.interimResults).toHaveLength(13);
  const last = results?.interimResults.at(-1);
  expect(last).toMatchObject({ control: { people: 1_300, paid: 130 }, treatment: { people: 1_300, paid: 260 } });
  expect(last?.difference?.estimate).toBeCloseTo(0.1);
  expect(last?.difference?.low).toBeGreaterThan(0);

  await run(site, 20);
  await plantDay(site, key, { at: site.clock.now(), control: [900, 0], treatment: [100, 0] });
  const again = await view(site);
  expect(again.results).toMatchObject({ iteration: 3, share: 20, verdict: 'MISMATCH', interimResults: [] });
  expect(again.iterations).toMatchObject([
    { iteration: 3, endedAt: null },
    { iteration: 2, share: 50, startedAt: dayOf(started), endedAt: dayOf(site.clock.now()) },
  ]);
  expect((await view(site, '?iteration=2')).results).toMatchObject({ verdict: 'BETTER', shown: { control: 2_000 } });
});

test('staff of the growth role start, split and stop an experiment with a reason, one of two concurrent tries succeeds, and every process sees it within seconds', async () => {
  const site = await openSite();
  const { db, experiments } = site.dependencies;
  const headers = await staffHeaders(site, ['GROWTH']);
  const act = async (action: string, inputs: object, sender = headers) => {
    const body = { action, subject: key, inputs, reason: 'Planned for November' };
    return (await send(site.app, { method: 'POST', path: '/v2/staff/actions', body, headers: sender })).status;
  };
  const offered = async () => (await view(site)).actions.map(({ action }) => action);
  const stored = () =>
    db.selectFrom('experiments').select(['state', 'share', 'iteration']).where('key', '=', key).executeTakeFirst();
  expect(await offered()).toEqual(['START_EXPERIMENT']);
  expect(await act('START_EXPERIMENT', { share: 30 }, await staffHeaders(site, ['BILLING']))).toBe(403);
  expect(await act('START_EXPERIMENT', { share: 100 })).toBe(400);
  const both = [act('START_EXPERIMENT', { share: 30 }), act('START_EXPERIMENT', { share: 30 })];
  expect((await Promise.all(both)).sort()).toEqual([200, 409]);
  expect(await stored()).toEqual({ state: 'running', share: 30, iteration: 2 });
  expect(await offered()).toEqual(['STOP_EXPERIMENT', 'SPLIT_EXPERIMENT']);
  expect(await act('SPLIT_EXPERIMENT', { share: 30 })).toBe(409);
  expect(await act('SPLIT_EXPERIMENT', { share: 50 })).toBe(200);
  const [treated = null] = await visitorsIn(site, { key, group: 'treatment', count: 1 });
  const state = async () => (await experiments.statesFor({ anonymousId: treated, country: 'US', invited: false }))[key];
  await expect.poll(state, { timeout: 15_000 }).toBe('treatment');
  expect(await act('STOP_EXPERIMENT', { shown: 'running' })).toBe(400);
  expect(await act('STOP_EXPERIMENT', { shown: 'control' })).toBe(200);
  await expect.poll(state, { timeout: 15_000 }).toBe('control');
  expect(await stored()).toEqual({ state: 'control', share: 50, iteration: 3 });
  const written = await db
    .selectFrom('staffActions')
    .select(['action', 'subject', 'inputs'])
    .orderBy('number')
    .execute();
  expect(written).toEqual([
    { action: 'START_EXPERIMENT', subject: key, inputs: '{"share":30}' },
    { action: 'SPLIT_EXPERIMENT', subject: key, inputs: '{"share":50}' },
    { action: 'STOP_EXPERIMENT', subject: key, inputs: '{"shown":"control"}' },
  ]);
});
