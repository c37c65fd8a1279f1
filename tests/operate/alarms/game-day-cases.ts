import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { lockTable } from '../../faults/breakpoints.ts';
import type { FaultSite } from '../../faults/fault-site.ts';
import type { Gate } from '../../faults/gate.ts';
import { queueTables } from '../../setup/database/queue-tables.ts';
import { allowIdempotencyKeys, postDispute, setFault } from '../../setup/sandbox.ts';
import { newPhone, parentOf, price, readyToPay, send, submitPayment } from '../../setup/sign-up.ts';
import { settleSale } from '../../setup/webhooks.ts';

/** A running site, and the means to break it. */
export type Place = {
  site: FaultSite;
  /** The site's API, called over the network. */
  people: FastifyInstance;
  /** A direct connection, which does not go through `databaseLine`. */
  sql: pg.Pool;
  databaseUrl: string;
  databaseLine: Gate;
  worker: (signal: 'SIGSTOP' | 'SIGCONT') => void;
};

/** Breaks one thing; returns how to repair it, where the next case would be affected. */
export type GameDayCase = { alarm: string; break: (place: Place) => Promise<(() => unknown) | undefined> };

/** Alarms without a case, and why. */
export const notTried: Record<string, string> = {
  SaleMisplaced:
    'the sandbox books every sale where it is told to; tests/api/payments/merchant-account.test.ts answers for another account and counts it',
};

const cardRefused = 'fake-luhn-invalid-nonce';

async function buy({ people }: Place, nonce?: string) {
  const registration = await readyToPay(people);
  const quote = await price(people, registration);
  return submitPayment(people, registration, { quote, ...(nonce ? { nonce } : {}) });
}

/** Each purchase is by another person, because one person alone would be rate-limited. */
async function declineOften(place: Place): Promise<void> {
  for (let count = 0; count < 6; count += 1) await Promise.all([1, 2, 3, 4].map(() => buy(place, cardRefused)));
}

const beginSignUp = ({ people }: Place) =>
  send(people, {
    method: 'POST',
    path: '/v2/registrations',
    body: {
      parent: { ...parentOf(`flood-${Math.random()}@example.com`), phoneNumber: newPhone() },
      knowsCoParentEmail: true,
      referral: { selection: 'SEARCH' },
    },
  }).catch(() => null);

const addJob = ({ sql }: Place, name: string, minutesAgo = 0) =>
  sql.query(
    `select graphile_worker.add_job($1, payload => '{"orderId": "00000000-0000-7000-8000-000000000000"}'::json,
       run_at => now() - make_interval(mins => $2), job_key => 'game-day-' || $1)`,
    [name, minutesAgo],
  );
const deleteJobs = ({ sql }: Place) => sql.query(`delete from ${queueTables.jobs} where key like 'game-day-%'`);

/** Breaks and repairs by one SQL statement each. */
const inDatabase = (alarm: string, broken: string, mended: string): GameDayCase => ({
  alarm,
  break: async ({ sql }) => {
    await sql.query(broken);
    return () => sql.query(mended);
  },
});

const aRefund = `insert into refunds (id, order_id, user_id, transaction_id, amount_cents, reason, state, requested_at)
  select uuidv7(), id, user_id, transaction_id, 100, 'BY_SUPPORT', 'PENDING', now() - interval '3 days'
  from orders limit 1`;

/** An event for an endpoint that does not exist, so that it is never sent. */
const anEvent = (columns: string, values: string) =>
  `insert into event_deliveries (endpoint_id, position, subject, ${columns}) values (uuidv7(), 1, 'people/1', ${values})`;
const noEvent = 'delete from event_deliveries';

/** The order matters: at first jobs run, then the worker is stopped, and at last the database is unreachable. */
export const cases: readonly GameDayCase[] = [
  {
    alarm: 'DisputeToAnswer',
    break: async (place) => {
      const { rows } = await place.sql.query<{ id: string }>('select transaction_id as id from orders limit 1');
      const transactionId = rows[0]?.id ?? '';
      await settleSale(place.site.sandboxUrl, transactionId);
      await postDispute(place.site.sandboxUrl, '', { transactionId });
      await addJob(place, 'compare-disputes');
      return undefined;
    },
  },
  inDatabase(
    'DisputeDueSoon',
    `update disputes set reply_by = current_date + 1`,
    `update disputes set state = 'WON', reply_by = null`,
  ),
  {
    alarm: 'CanaryFails',
    break: async (place) => {
      await place.sql.query('alter table documents add constraint no_invoice check (false) not valid');
      for (let count = 0; count < 4; count += 1) {
        await addJob(place, 'run-canary');
        await wait(1_200);
      }
      return () => place.sql.query('alter table documents drop constraint no_invoice');
    },
  },
  {
    alarm: 'IdempotencyKeysNotEnabled',
    break: async (place) => {
      await allowIdempotencyKeys(place.site.sandboxUrl, false);
      await buy(place);
      return () => allowIdempotencyKeys(place.site.sandboxUrl, true);
    },
  },
  {
    alarm: 'CanaryStopped',
    break: async ({ worker }) => {
      worker('SIGSTOP');
      return undefined;
    },
  },
  inDatabase(
    'WorkerSilent',
    `update job_workers set seen_at = now() - interval '2 minutes'`,
    `update job_workers set seen_at = now()`,
  ),
  {
    alarm: 'PaymentInDoubt',
    break: async (place) => {
      await setFault(place.site.sandboxUrl, { kind: 'drop-before', times: 3, matching: 'sale' });
      await buy(place);
      const aged = `update payment_attempts set created_at = created_at - interval '11 minutes'
        where state in ('PENDING', 'UNKNOWN')`;
      await place.sql.query(aged);
      return () => place.sql.query(aged.replace('-', '+'));
    },
  },
  inDatabase('RefundOverdue', aRefund, `update refunds set requested_at = now()`),
  inDatabase('RefundFailed', `update refunds set state = 'FAILED', settled_at = now()`, `delete from refunds`),
  inDatabase(
    'SettlementDiffers',
    `insert into settlement_differences (kind, transaction_id, day, found_at, seen_at)
     values ('MISSING_HERE', 'game-day', current_date, now(), now())`,
    `delete from settlement_differences where transaction_id = 'game-day'`,
  ),
  inDatabase(
    'RenewalsOverdue',
    `update subscriptions set period_start = current_date - 369, period_end = current_date - 4`,
    `update subscriptions set period_start = current_date, period_end = current_date + 365`,
  ),
  inDatabase(
    'ChargesSuspended',
    `insert into charge_suspensions (suspended_at) values (now())`,
    `update charge_suspensions set resumed_at = now() where resumed_at is null`,
  ),
  {
    alarm: 'MailsWait',
    break: async (place) => {
      await addJob(place, 'send-receipt', 11);
      return () => deleteJobs(place);
    },
  },
  {
    alarm: 'JobWaits',
    break: async (place) => {
      await addJob(place, 'expire-registrations', 20);
      return () => deleteJobs(place);
    },
  },
  {
    alarm: 'JobGivenUp',
    break: async (place) => {
      await addJob(place, 'expire-registrations');
      await place.sql.query(`update ${queueTables.jobs} set attempts = max_attempts where key like 'game-day-%'`);
      return () => deleteJobs(place);
    },
  },
  inDatabase('EventsWait', anEvent(`created_at`, `now() - interval '61 minutes'`), noEvent),
  inDatabase('EventGivenUp', anEvent(`created_at, dead_at`, `now(), now()`), noEvent),
  inDatabase(
    'EventEndpointGone',
    `insert into event_endpoints (id, url, created_at, paused_at, paused_by)
     values (uuidv7(), 'https://gone.example/', now(), now(), 'RECEIVER')`,
    `delete from event_endpoints`,
  ),
  {
    alarm: 'PaymentSubmissionError',
    break: async (place) => {
      const registration = await readyToPay(place.people);
      const quote = await price(place.people, registration);
      await place.sql.query('alter table payment_attempts rename to gone');
      await submitPayment(place.people, registration, { quote });
      return () => place.sql.query('alter table gone rename to payment_attempts');
    },
  },
  {
    alarm: 'ManyDeclines',
    break: async (place) => {
      await declineOften(place);
      return undefined;
    },
  },
  {
    alarm: 'NoPaymentByMethod',
    break: async (place) => {
      await declineOften(place);
      return undefined;
    },
  },
  ...flood(),
  {
    alarm: 'DatabaseAway',
    break: async ({ databaseLine }) => {
      databaseLine.cut();
      return undefined;
    },
  },
  {
    alarm: 'ErrorRateHigh',
    break: async (place) => {
      await Promise.all(Array.from({ length: 20 }, () => beginSignUp(place)));
      return () => place.databaseLine.mend();
    },
  },
];

/** A locked table blocks all sign-ups: some calls wait, more are refused, and those that waited were slow. */
function flood(): GameDayCase[] {
  let release: () => Promise<void> = () => Promise.resolve();
  const comeAtOnce = (place: Place) => void Promise.all(Array.from({ length: 150 }, () => beginSignUp(place)));
  return [
    {
      alarm: 'CallsRefused',
      break: async (place) => {
        const tableLock = await lockTable({ databaseUrl: place.databaseUrl, table: 'registrations' });
        await tableLock.acquired();
        release = tableLock.release;
        comeAtOnce(place);
        return undefined;
      },
    },
    {
      alarm: 'WaitingForConnections',
      break: async (place) => {
        for (let count = 0; count < 8; count += 1) {
          comeAtOnce(place);
          await wait(1_000);
        }
        return undefined;
      },
    },
    {
      alarm: 'ResponsesSlow',
      break: async (place) => {
        comeAtOnce(place);
        await wait(2_000);
        await release();
        return undefined;
      },
    },
  ];
}
