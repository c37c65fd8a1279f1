import { sql } from 'kysely';
import type { ClockView } from '#contract/api/development.ts';
import { after, type Clock, days, minutes } from '../clock.ts';
import type { Db } from '../db/pool.ts';
import { scanBilling } from '../plans/scan-billing.ts';
import { nextDue } from './next-due.ts';
import { rescheduleEarlier, runnableJobs } from './queued-jobs.ts';

/** `refresh` reads at once how far the clock was moved. */
export type MovableClock = Clock & { refresh: () => Promise<void> };
export type PassTimeDependencies = { db: Db; clock: MovableClock };

/**
 * Lets days pass for the rules, once waiting jobs are done. It stops whenever something is due, queues it and waits for
 * its jobs, so that a year of reminders, renewals and retries happens in order within a minute.
 */
export async function passTime(dependencies: PassTimeDependencies, { count }: { count: number }): Promise<void> {
  const target = after(dependencies.clock.now(), days(count));
  await untilIdle(dependencies.db);
  for (;;) {
    const now = dependencies.clock.now();
    const next = await nextDue(dependencies.db, { after: now, until: target });
    const stop = next === null ? target : after(next, minutes(1));
    if (stop > now) await moveTo(dependencies, stop);
    await scanBilling(dependencies);
    await untilIdle(dependencies.db);
    if (next === null) return;
  }
}

async function moveTo({ db, clock }: PassTimeDependencies, instant: Date): Promise<void> {
  const milliseconds = Math.round(instant.getTime() - clock.now().getTime());
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable('clockOffset')
      .set((eb) => ({ aheadMs: eb('aheadMs', '+', milliseconds) }))
      .execute();
    await rescheduleEarlier(trx, milliseconds);
  });
  await clock.refresh();
}

const longestWaitMs = 20_000;
const pauseMs = 25;

/** Until no runnable job waits; or so long that no worker can be running. */
async function untilIdle(db: Db): Promise<void> {
  const giveUpAt = Date.now() + longestWaitMs;
  while ((await runnableJobs(db)) > 0 && Date.now() < giveUpAt)
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
}

const eventCount = 30;

/** The time, and recent charges, refunds and mails, without personal data. */
export async function viewClock({ db, clock }: { db: Db; clock: Clock }): Promise<ClockView> {
  const { aheadMs } = await db.selectFrom('clockOffset').select('aheadMs').executeTakeFirstOrThrow();
  const { rows } = await sql<{ at: Date; kind: 'CHARGE' | 'REFUND' | 'MAIL'; what: string; amount: number | null }>`
    (select created_at as at, 'CHARGE' as kind, purpose as what, total_cents as amount from orders
      order by created_at desc limit ${eventCount})
    union all
    (select settled_at, 'REFUND', reason, amount_cents from refunds where state in ('VOIDED', 'SETTLING', 'REFUNDED')
      order by settled_at desc limit ${eventCount})
    union all
    (select sent_at, 'MAIL', template, null from sent_mails order by sent_at desc limit ${eventCount})
    order by at desc limit ${eventCount}`.execute(db);
  return {
    now: clock.now().toISOString(),
    aheadMs,
    events: rows.map(({ at, ...event }) => ({ ...event, at: at.toISOString() })),
  };
}
