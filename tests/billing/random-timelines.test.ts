import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Day } from '#contract/fields/day.ts';
import { entitledAt, type Holder } from '#server/plans/entitlements.ts';
import { addDays, dueInstant } from '#server/subscriptions/calendar.ts';
import { graceDays } from '#server/subscriptions/renewal-schedule.ts';
import { catalogueInMemory } from './catalogue-in-memory.ts';
import { openLedger } from './ledger-in-memory.ts';
import { type ModelSubscriber, newSubscriber } from './subscriber-model.ts';
import { pause, timelineOf } from './timeline.ts';

const steps = 60;
const beginnings = fc.integer({ min: 0, max: 4 * 366 }).map((day) => addDays('2026-11-21', day));

test('BIL11: in 10,000 random timelines charges less refunds equal the ledger, and no period is paid twice', () => {
  let renewals = 0;
  let refunds = 0;
  let lapses = 0;
  fc.assert(
    fc.property(
      beginnings,
      timelineOf(steps),
      fc.array(pause, { minLength: steps, maxLength: steps }),
      (begin, { plan, taxed, acts }, pauses) => {
        const ledger = openLedger();
        const subscriber = newSubscriber({ name: 'one', plan, taxed, today: begin, ledger });
        let today = begin;
        for (const [index, act] of acts.entries()) {
          today = addDays(today, pauses[index] ?? 1);
          subscriber.scan(today);
          subscriber.act(act, today);
          const owed = subscriber.orders.reduce((sum, { cents, backCents }) => sum + cents - backCents, 0);
          if (ledger.balance() !== owed || owed < 0)
            throw new Error(`On ${today} the ledger holds ${ledger.balance()}, the orders say ${owed}`);
        }
        const { paidPeriods } = subscriber;
        for (const [index, { start, end }] of paidPeriods.entries()) {
          const before = paidPeriods[index - 1]?.end ?? begin;
          if (end <= start || start < before)
            throw new Error(`The period from ${start} to ${end} follows one that ended on ${before}`);
        }
        renewals += paidPeriods.length - 1;
        refunds += subscriber.orders.some(({ backCents }) => backCents > 0) ? 1 : 0;
        lapses += subscriber.life().state === 'LAPSED' ? 1 : 0;
      },
    ),
    { numRuns: 10_000 },
  );
  // The timelines included enough of the difficult cases.
  expect(renewals).toBeGreaterThan(10_000);
  expect(refunds).toBeGreaterThan(100);
  expect(lapses).toBeGreaterThan(1_000);
});

const catalog = catalogueInMemory();

/** A user's entitlements at the turn of a day, and in the moment before it. */
function entitledAround(subscriber: ModelSubscriber, { day, timeZone }: { day: Day; timeZone: string }) {
  const heldPlan = { ...subscriber.life(), timeZone, endedAt: null };
  const holder: Holder = { role: 'PARENT_A', status: 'ACTIVE', heldPlan, paused: false, suspension: null };
  const turn = dueInstant(day, timeZone);
  const at = (instant: Date) => entitledAt(catalog, holder, instant);
  return { before: at(new Date(turn.getTime() - 1)), from: at(turn) };
}

test('P10: on each day of 500 random timelines a user is entitled to what they have paid for, and to seven more days of a renewal being retried, from the turn of the day on', () => {
  let usable = 0;
  let ended = 0;
  let waiting = 0;
  fc.assert(
    fc.property(
      beginnings,
      timelineOf(steps),
      fc.array(pause, { minLength: steps, maxLength: steps }),
      fc.constantFrom('UTC', 'Pacific/Auckland', 'America/Los_Angeles', 'America/Sao_Paulo'),
      (begin, { plan, taxed, acts }, pauses, timeZone) => {
        const subscriber = newSubscriber({ name: 'one', plan, taxed, today: begin, ledger: openLedger() });
        let today = begin;
        for (const [index, act] of acts.entries()) {
          today = addDays(today, pauses[index] ?? 1);
          subscriber.scan(today);
          subscriber.act(act, today);
          const life = subscriber.life();
          const { from } = entitledAround(subscriber, { day: today, timeZone });
          const isPaid = subscriber.paidPeriods.some(({ start, end }) => start <= today && today < end);
          const isTried = life.state === 'CURRENT' && life.declinedOn !== null;
          // Entitlements must match the plan that the account shows, and what was paid.
          expect(from.plan !== null).toBe(life.state === 'CURRENT');
          if (isPaid) expect(from.plan?.package.id).toBe(life.packageId);
          else if (from.plan !== null)
            expect([isTried, today < addDays(life.declinedOn as Day, graceDays)]).toEqual([true, true]);
          expect(from.entitlements.some(({ entitlement }) => entitlement === 'messages')).toBe(from.plan !== null);
          expect(from.entitlements.some(({ entitlement }) => entitlement === 'records')).toBe(true);
          usable += isPaid ? 1 : 0;
          waiting += isTried ? 1 : 0;
          ended += from.plan === null ? 1 : 0;
          // Without another scan a cancelled plan ends with its last day, and one being retried with its seventh.
          if (life.state !== 'CURRENT' || (life.autoRenew && !isTried)) continue;
          const last = life.autoRenew ? addDays(life.declinedOn as Day, graceDays) : life.periodEnd;
          const ends = entitledAround(
            { ...subscriber, life: () => ({ ...life, retryOn: null }) },
            { day: last, timeZone },
          );
          expect([ends.before.plan?.package.id, ends.from.plan, ends.before.paidUntil]).toEqual([
            life.packageId,
            null,
            last,
          ]);
        }
      },
    ),
    { numRuns: 500 },
  );
  expect(usable).toBeGreaterThan(5_000);
  expect(waiting).toBeGreaterThan(100);
  expect(ended).toBeGreaterThan(500);
});
