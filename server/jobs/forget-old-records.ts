import { sql } from 'kysely';
import { after, days } from '../clock.ts';
import type { Db } from '../db/pool.ts';
import type { Job } from './job.ts';

type Retention = { what: string; keepDays: number; forget: (db: Db, kept: { since: Date; limit: number }) => Promise<number> };

const deleted = async (answer: Promise<{ numAffectedRows?: bigint | undefined }>): Promise<number> =>
  Number((await answer).numAffectedRows ?? 0);

/**
 * What is needed for a time only, and for how long (docs/operations.md, "What is kept how long"). Orders, periods, refunds and consents
 * are not here: the law wants them kept.
 */
export const retentions: readonly Retention[] = [
  {
    what: 'measured events',
    keepDays: 400,
    forget: (db, { since, limit }) =>
      deleted(
        sql`delete from analytics_events where ctid in (select ctid from analytics_events where received_at < ${since} limit ${limit})`.execute(
          db,
        ),
      ),
  },
  {
    what: 'who saw which experiment',
    keepDays: 400,
    forget: (db, { since, limit }) =>
      deleted(
        sql`delete from experiment_exposures where ctid in (select ctid from experiment_exposures where exposed_at < ${since} limit ${limit})`.execute(
          db,
        ),
      ),
  },
  {
    what: 'links that were mailed',
    keepDays: 30,
    forget: (db, { since, limit }) =>
      deleted(
        sql`delete from single_use_tokens where ctid in (select ctid from single_use_tokens where expires_at < ${since} limit ${limit})`.execute(
          db,
        ),
      ),
  },
  {
    what: 'the note that a mail was sent',
    keepDays: 400,
    forget: (db, { since, limit }) =>
      deleted(sql`delete from sent_mails where ctid in (select ctid from sent_mails where sent_at < ${since} limit ${limit})`.execute(db)),
  },
  {
    what: 'name and address of somebody whose payment was refused',
    keepDays: 90,
    forget: (db, { since, limit }) =>
      deleted(
        sql`update payment_attempts set purchase = purchase - 'payer' where id in (
              select id from payment_attempts
              where state in ('DECLINED', 'REJECTED') and created_at < ${since} and jsonb_exists(purchase, 'payer') limit ${limit})`.execute(
          db,
        ),
      ),
  },
];

/** Small steps: nobody waits for a long lock, and a database that was never cleaned is cleaned over some nights. */
const batch = 2_000;
const mostBatches = 50;

/** Forgets what has been kept long enough. */
export const forgetOldRecords: Job<'forget-old-records'> = {
  name: 'forget-old-records',
  run: async ({ db, clock, log }) => {
    for (const { what, keepDays, forget } of retentions) {
      let count = 0;
      for (let round = 0; round < mostBatches; round += 1) {
        const gone = await forget(db, { since: after(clock.now(), -days(keepDays)), limit: batch });
        count += gone;
        if (gone < batch) break;
      }
      if (count > 0) log.info({ what, count }, 'old records forgotten');
    }
  },
};
