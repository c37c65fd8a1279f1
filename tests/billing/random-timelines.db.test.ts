import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { utcDay } from '#contract/fields/day.ts';
import { readEntitlements } from '#server/plans/entitlements.ts';
import { scanBilling } from '#server/plans/scan-billing.ts';
import { addDays } from '#server/subscriptions/calendar.ts';
import { graceDays } from '#server/subscriptions/renewal-schedule.ts';
import type { Life } from '#server/subscriptions/subscription-life.ts';
import { ledger } from '../setup/sandbox.ts';
import { seedOf } from '../setup/seed-of.ts';
import { openSite, type TestSite } from '../setup/site.ts';
import { announceAll, moveClockTo } from '../setup/subscriber.ts';
import { openLedger } from './ledger-in-memory.ts';
import { cardsOnFile, perform, type RealSubscriber, settle, signUp } from './real-subscriber.ts';
import { type ModelSubscriber, newSubscriber } from './subscriber-model.ts';
import { type Timeline, timelineOf } from './timeline.ts';

const people = Number(process.env['TIMELINES'] ?? 40);
const [earlySteps, lateSteps] = [5, 14];
const steps = earlySteps + 1 + lateSteps;
/**
 * Days between the steps: some after the purchase, then a jump to the yearly renewal or, as after an outage, past it;
 * from there day by day through declines, retries, lapses and restarts.
 */
const pausesAroundRenewal = fc
  .tuple(
    fc.array(fc.integer({ min: 1, max: 18 }), { minLength: earlySteps, maxLength: earlySteps }),
    fc.oneof(
      { weight: 5, arbitrary: fc.integer({ min: -8, max: 0 }) },
      { weight: 1, arbitrary: fc.integer({ min: 1, max: 40 }) },
    ),
    fc.array(fc.integer({ min: 1, max: 4 }), { minLength: lateSteps, maxLength: lateSteps }),
  )
  .map(([early, beyond, late]) => [...early, 365 + beyond - early.reduce((sum, days) => sum + days, 0), ...late]);
vi.setConfig({ testTimeout: Math.max(600_000, people * 6_000) });
const atOnce = 8;

type Pair = { real: RealSubscriber; model: ModelSubscriber; timeline: Timeline };

async function inParallel<T, R>(items: readonly T[], work: (item: T, index: number) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const waiting = items.entries();
  const worker = async () => {
    for (const [index, item] of waiting) results[index] = await work(item, index);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}

/** What the server has stored, as the model has it: lives and periods by subscription, orders by user. */
async function stored({ dependencies: { db } }: TestSite) {
  const lives = await db
    .selectFrom('subscriptions')
    .select([
      'id',
      'state',
      'anchorDate',
      'periodStart',
      'periodEnd',
      'autoRenew',
      'declinedOn',
      'retryOn',
      'packageId',
    ])
    .execute();
  const orders = await db
    .selectFrom('orders')
    .select(['userId', 'totalCents as cents', 'refundedCents as backCents'])
    .orderBy('id')
    .execute();
  const periods = await db
    .selectFrom('subscriptionPeriods')
    .select(['subscriptionId', 'periodStart as start', 'periodEnd as end'])
    .where('refunded', '=', false)
    .orderBy('periodStart')
    .execute();
  return {
    lives: new Map(lives.map(({ id, ...life }) => [id, life])),
    orders: Map.groupBy(orders, ({ userId }) => userId),
    periods: Map.groupBy(periods, ({ subscriptionId }) => subscriptionId),
  };
}

function actual({ lives, orders, periods }: Awaited<ReturnType<typeof stored>>, { real }: Pair) {
  return {
    life: lives.get(real.subscriptionId),
    orders: orders.get(real.userId)?.map(({ cents, backCents }) => ({ cents, backCents })) ?? [],
    periods: periods.get(real.subscriptionId)?.map(({ start, end }) => ({ start, end })) ?? [],
  };
}

function expected({ model }: Pair) {
  const { services: _, ...life } = model.life();
  return {
    life,
    orders: model.orders.map(({ cents, backCents }) => ({ cents, backCents })),
    periods: model.paidPeriods,
  };
}

/** The entitlements that other systems receive must match the model's life. */
async function expectEntitled(site: TestSite, { real, life }: { real: RealSubscriber; life: Life }): Promise<void> {
  const told = await readEntitlements(site.dependencies, real.userId);
  const runs = life.state === 'CURRENT';
  const lastDay = life.declinedOn === null ? life.periodEnd : addDays(life.declinedOn, graceDays);
  expect([told?.paidUntil, told?.plan !== null, told?.entitlements['messages'], told?.entitlements['records']]).toEqual(
    [runs ? lastDay : null, runs, runs ? 1 : undefined, 1],
  );
}

test('BIL11, P10, INV8: a hundred random timelines on PostgreSQL and the sandbox match the rules: charges less refunds, and invoices less credit notes, equal both ledgers', async () => {
  const seed = seedOf('TIMELINE_SEED');
  const timelines = fc.sample(timelineOf(steps), { numRuns: people, seed });
  const [pauses = []] = fc.sample(pausesAroundRenewal, { numRuns: 1, seed });
  // A generous timeout, because thousands of charges share this machine: responses are lost only on purpose.
  const site = await openSite({
    paymentTimeoutSeconds: 25,
    environment: { RATE_LIMIT_FACTOR: '10000' },
    // The gateway's batch runs by the real clock: in a slow run it would begin, and refunds would wait for it.
    settlementDelayMs: 6 * 3_600_000,
  });
  const books = openLedger();
  const begin = moveClockTo(site, utcDay(site.clock.now()));
  const cards = cardsOnFile(site);
  const pairs = await inParallel(timelines, async (timeline, index): Promise<Pair> => {
    const model = newSubscriber({ name: String(index), ...timeline, today: begin, ledger: books });
    return { model, timeline, real: await signUp(site, timeline) };
  });
  await settle(site);
  let today = begin;
  for (const [step, days] of pauses.entries()) {
    today = addDays(today, days);
    moveClockTo(site, today);
    // The days of reminders are jumped over.
    await announceAll(site);
    await scanBilling(site.dependencies);
    await settle(site);
    await inParallel(pairs, async ({ real, timeline }) => {
      const act = timeline.acts[step] ?? { kind: 'nothing' };
      if (act.kind !== 'nothing') await perform(site, { act, who: real, put: cards.put });
    });
    await settle(site);
    for (const { model, timeline } of pairs) {
      model.scan(today);
      model.act(timeline.acts[step] ?? { kind: 'nothing' }, today);
    }
    await inParallel(pairs, ({ real, model }) => expectEntitled(site, { real, life: model.life() }));
    const now = await stored(site);
    for (const [index, pair] of pairs.entries()) {
      expect(actual(now, pair), `subscriber ${index}, ${today}, ${JSON.stringify(pair.timeline.acts[step])}`).toEqual(
        expected(pair),
      );
    }
  }
  const entries = await ledger(site.sandboxUrl);
  const gateway = entries.reduce(
    (sum, { kind, amountCents }) => sum + (kind === 'sale' ? amountCents : -amountCents),
    0,
  );
  const { charged, back } = await site.dependencies.db
    .selectFrom('orders')
    .select((eb) => [eb.fn.sum<string>('totalCents').as('charged'), eb.fn.sum<string>('refundedCents').as('back')])
    .executeTakeFirstOrThrow();
  const { invoiced, credited } = await site.dependencies.db
    .selectFrom('documents')
    .select((eb) => [
      eb.fn.sum<string>('amountCents').filterWhere('kind', '=', 'INVOICE').as('invoiced'),
      eb.fn
        .coalesce(eb.fn.sum<string>('amountCents').filterWhere('kind', '=', 'CREDIT_NOTE'), eb.val('0'))
        .as('credited'),
    ])
    .executeTakeFirstOrThrow();
  expect(gateway).toBe(books.balance());
  expect(Number(invoiced) - Number(credited)).toBe(gateway);
  expect(Number(charged) - Number(back)).toBe(gateway);
  expect(new Set(entries.filter(({ kind }) => kind === 'sale').map(({ orderId }) => orderId)).size).toBe(
    books.movements.filter(({ kind }) => kind === 'sale').length,
  );
});
