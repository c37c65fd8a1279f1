import { type RawBuilder, sql } from 'kysely';
import { contestDays } from '#contract/account/ownership.ts';
import { proofDays } from '#contract/account/proof-code.ts';
import { after, days } from '../clock.ts';
import { addMonths, dropMonths, type MonthlyTable } from '../db/monthly-tables.ts';
import type { Db } from '../db/pool.ts';
import type { Database } from '../db/schema.ts';
import { knownDeviceDays } from '../identity/known-device.ts';
import { suppressedDays } from '../identity/returned-mail.ts';
import { inviteStopDays } from '../invites/stop-invites.ts';
import { feeWaiverKeptDays } from '../pricing/fee-waiver-repository.ts';
import type { Job } from './job.ts';

type Retention = {
  what: string;
  keepDays: number;
  forget: (db: Db, range: { since: Date; limit: number }) => Promise<number>;
};

const changed = async (db: Db, statement: RawBuilder<unknown>): Promise<number> =>
  Number((await statement.execute(db)).numAffectedRows ?? 0);

/** Deletes rows whose instant in this column is before `since`, without those that somebody holds now. */
const rowsOf =
  <Table extends keyof Database>(table: Table, instant: keyof Database[Table] & string): Retention['forget'] =>
  (db, { since, limit }) => {
    const [rows, at] = [sql.table(table), sql.ref(instant)];
    return changed(
      db,
      sql`delete from ${rows} where ctid in (
            select ctid from ${rows} where ${at} < ${since} limit ${limit} for update skip locked)`,
    );
  };

/** Drops months whose first day is before `since`: no row is kept longer, one from a month's end up to 31 days less. */
const monthsOf =
  (table: MonthlyTable): Retention['forget'] =>
  (db, { since }) =>
    dropMonths(db, { table, before: since });

/**
 * Records kept for a limited time, and how long (docs/operations.md, "Retention"). Orders, periods, refunds and
 * consents are not listed, because the law requires them to be kept.
 */
export const retentions: readonly Retention[] = [
  { what: 'analytics events', keepDays: 400, forget: monthsOf('analytics_events') },
  { what: 'experiment exposures', keepDays: 400, forget: monthsOf('experiment_exposures') },
  { what: 'variants that a payer saw', keepDays: 400, forget: rowsOf('attemptExposures', 'exposedAt') },
  { what: 'known devices', keepDays: knownDeviceDays, forget: rowsOf('knownDevices', 'usedAt') },
  { what: 'changes to an account', keepDays: 730, forget: rowsOf('accountActivity', 'at') },
  {
    what: 'what changes to an account replaced',
    keepDays: contestDays,
    forget: (db, { since, limit }) =>
      changed(
        db,
        sql`update account_activity set before = null where ctid in (
              select ctid from account_activity where before is not null and at < ${since}
                and not exists (select from users where id = user_id and frozen_at is not null) limit ${limit})`,
      ),
  },
  { what: 'claims of an account', keepDays: 730, forget: rowsOf('ownershipClaims', 'createdAt') },
  { what: 'factor reset requests', keepDays: 730, forget: rowsOf('factorResets', 'askedAt') },
  { what: 'proofs of enrolment', keepDays: proofDays, forget: rowsOf('enrolmentProofs', 'issuedAt') },
  {
    what: 'fee waiver requests',
    keepDays: feeWaiverKeptDays,
    // A year counts from its grant, however long the request was pending.
    forget: (db, { since, limit }) =>
      changed(
        db,
        sql`delete from fee_waivers where id in (
              select id from fee_waivers where coalesce(decided_at, asked_at) < ${since}
              order by id limit ${limit} for update)`,
      ),
  },
  { what: 'code users', keepDays: 1_100, forget: rowsOf('codeUsers', 'usedAt') },
  { what: 'mailed links', keepDays: 30, forget: rowsOf('singleUseTokens', 'expiresAt') },
  { what: 'whom staff looked at', keepDays: 730, forget: rowsOf('staffReads', 'at') },
  {
    what: 'staff proposals that nobody decided',
    keepDays: 0,
    forget: (db, { since, limit }) =>
      changed(
        db,
        sql`delete from staff_proposals where id in (
              select id from staff_proposals where state = 'OPEN' and expires_at < ${since} limit ${limit})`,
      ),
  },
  { what: 'sent mails', keepDays: 400, forget: monthsOf('sent_mails') },
  { what: 'text message status', keepDays: 400, forget: monthsOf('sent_texts') },
  { what: 'mails that may bounce', keepDays: 60, forget: rowsOf('mailEnvelopes', 'sentAt') },
  {
    what: 'addresses that bounced',
    keepDays: suppressedDays,
    forget: rowsOf('suppressedAddresses', 'reportedAt'),
  },
  { what: 'stopped invites', keepDays: inviteStopDays, forget: rowsOf('inviteStops', 'stoppedAt') },
  { what: 'gateway notifications', keepDays: 400, forget: monthsOf('gateway_notifications') },
  { what: 'published events', keepDays: 90, forget: monthsOf('outbound_events') },
  { what: 'undelivered events', keepDays: 60, forget: rowsOf('eventDeliveries', 'createdAt') },
  {
    what: 'name and address on a refused payment',
    keepDays: 90,
    forget: (db, { since, limit }) =>
      changed(
        db,
        sql`update payment_attempts set purchase = purchase - 'payer' where id in (
              select id from payment_attempts
              where state in ('DECLINED', 'REJECTED') and created_at < ${since} and jsonb_exists(purchase, 'payer') limit ${limit})`,
      ),
  },
];

/** Payments are settled long before. */
const settledWithinDays = 90;

/** What closing an account left: deleted at once. */
const leftovers: readonly Retention[] = [
  {
    what: 'payers settled after their account was closed',
    keepDays: 0,
    forget: (db, { since, limit }) =>
      changed(
        db,
        sql`with late as (
              select attempt_id from users join orders on orders.user_id = users.id
                join payment_attempts on payment_attempts.id = attempt_id
              where status = 'CLOSED' and email = '' and users.updated_at > ${after(since, -days(settledWithinDays))}
                and state = 'APPROVED' and jsonb_exists(purchase, 'payer') limit ${limit}),
            users_of_codes as (delete from code_users where attempt_id in (select attempt_id from late))
            update payment_attempts set purchase = purchase - 'payer' where id in (select attempt_id from late)`,
      ),
  },
];

/** Small batches keep locks short; a database that was never cleaned is cleaned over several nights. */
const batch = 2_000;
const maxBatches = 50;

/** Deletes records whose retention time has passed. */
export const forgetOldRecords: Job = {
  run: async ({ db, clock, log }) => {
    for (const { what, keepDays, forget } of [...retentions, ...leftovers]) {
      let count = 0;
      for (let round = 0; round < maxBatches; round += 1) {
        const deleted = await forget(db, { since: after(clock.now(), -days(keepDays)), limit: batch });
        count += deleted;
        if (deleted < batch) break;
      }
      if (count > 0) log.info({ what, count }, 'old records deleted');
    }
  },
};

/** Creates the partitions of the coming months ahead of time. */
export const addMonthsAhead: Job = { run: ({ db, clock }) => addMonths(db, clock.now()) };
