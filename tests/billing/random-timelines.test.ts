import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '#server/subscriptions/calendar.ts';
import { openLedger } from './ledger-in-memory.ts';
import { newSubscriber } from './subscriber-model.ts';
import { pause, timelineOf } from './timeline.ts';

const steps = 60;
const beginnings = fc.integer({ min: 0, max: 4 * 366 }).map((day) => addDays('2026-11-21', day));

test('BIL11: in 10,000 random timelines charges less refunds are the ledger, and no period is paid twice', () => {
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
  // The timelines went where it hurts.
  expect(renewals).toBeGreaterThan(10_000);
  expect(refunds).toBeGreaterThan(100);
  expect(lapses).toBeGreaterThan(1_000);
});
