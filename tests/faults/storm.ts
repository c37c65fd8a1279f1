import { setTimeout as wait } from 'node:timers/promises';
import { monthlyTables } from '#server/db/monthly-tables.ts';
import { allowIdempotencyKeys, setFault, setMailFault } from '../setup/sandbox.ts';
import { seedOf } from '../setup/seed-of.ts';
import { seededRandom } from '../setup/seeded-random.ts';
import { type Manner, type PaymentStatus, signUp } from './applicant.ts';
import { type Bank, openBank } from './bank.ts';
import type { OwnDatabase } from './database-of-its-own.ts';
import type { FaultSite } from './fault-site.ts';
import { describeSite } from './settle-books.ts';
import { aMinutePasses, workerCountsAsDead } from './time-passes.ts';

/** One fault, from its beginning to its end. */
export type Disturbance = {
  name: string;
  happen: (place: { site: FaultSite; database: OwnDatabase; random: () => number }) => Promise<void>;
};

const any = <T>(all: readonly T[], random: () => number): T => {
  const one = all[Math.floor(random() * all.length)];
  if (one === undefined) throw new Error('The list is empty');
  return one;
};

const gatewayError = (kind: string): Disturbance => ({
  name: `the gateway: ${kind}`,
  happen: ({ site }) => setFault(site.sandboxUrl, { kind, times: 3, matching: 'sale' }),
});

export const disturbances: readonly Disturbance[] = [
  { name: 'idempotency keys not enabled', happen: ({ site }) => allowIdempotencyKeys(site.sandboxUrl, false) },
  { name: 'an app killed', happen: ({ site, random }) => site.replaceApp(any(site.apps, random)) },
  ...['drop-after', 'drop-before', '503', 'cut', 'garbage', '429', 'latency'].map(gatewayError),
  {
    name: 'a worker killed',
    happen: async ({ site, random }) => {
      const dead = any(site.workers, random);
      await dead.process.kill();
      site.workers.splice(site.workers.indexOf(dead), 1);
      await site.startWorker();
      await workerCountsAsDead(site.sql, dead.workerId);
    },
  },
  { name: 'idempotency keys enabled', happen: ({ site }) => allowIdempotencyKeys(site.sandboxUrl, true) },
  { name: 'mail refused for now', happen: ({ site }) => setMailFault(site.sandboxUrl, { kind: 'greylist', times: 5 }) },
  {
    name: 'mail taken and not acknowledged',
    happen: ({ site }) => setMailFault(site.sandboxUrl, { kind: 'die-after-data', times: 3 }),
  },
  {
    name: 'no mail server',
    happen: async ({ site }) => {
      site.mailLine.cut();
      await wait(1_500);
      site.mailLine.mend();
    },
  },
  {
    name: 'months of events made and dropped',
    happen: async ({ site }) => {
      for (const table of monthlyTables)
        await site.sql.query(`select add_months($1, now() - interval '3 years')`, [table]);
      for (const job of ['add-months', 'forget-old-records'])
        await site.sql.query(`select graphile_worker.add_job($1, payload => '{}'::json)`, [job]);
    },
  },
  { name: 'PostgreSQL restarted', happen: ({ database }) => database.restart() },
];

/** The number of monthly partitions left from two calendar years ago or earlier. */
export async function oldMonths(site: FaultSite): Promise<number> {
  const { rows } = await site.sql.query<{ months: number }>(
    `select count(*)::int as months from pg_class
     where relispartition and relkind = 'r' and relname ~ '_[0-9]{4}_[0-9]{2}$'
       and substring(relname from '_([0-9]{4})_[0-9]{2}$')::int <= extract(year from now()) - 2`,
  );
  return rows[0]?.months ?? 0;
}

export type Storm = {
  site: FaultSite;
  database: OwnDatabase;
  /** The faults; by default all of them. */
  troubles?: readonly Disturbance[];
  /** How many people sign up, and how many at once. */
  people: number;
  atOnce: number;
  /** How often every fault happens. */
  rounds: number;
  /** Between one fault and the next. */
  pauseMs: number;
  deadline: number;
  /** Whether time is real. Otherwise minutes pass quickly for attempts and jobs that nobody waits for. */
  realTime: boolean;
};

export type Aftermath = { told: PaymentStatus[]; faults: string[]; happened: string[]; bank: Bank['tally'] };

const manners: readonly Manner[] = ['patient', 'patient', 'two-tabs', 'leaves'];

/**
 * People sign up through alternating apps under every fault. Returns what they were shown and what happened. What is
 * left to chance follows from `STORM_SEED`, which a failure names; when it happens depends on the machine.
 */
export async function storm({
  site,
  database,
  troubles = disturbances,
  people,
  atOnce,
  rounds,
  pauseMs,
  deadline,
  realTime,
}: Storm): Promise<Aftermath> {
  const random = seededRandom(seedOf('STORM_SEED'));
  const bank = openBank({ site, random });
  const aftermath: Aftermath = { told: [], faults: [], happened: [], bank: bank.tally };
  let turn = 0;
  let left = people;
  const nextApp = () => site.apps[turn++ % site.apps.length]?.url ?? '';
  const person = async () => {
    while (left > 0) {
      left -= 1;
      const manner = manners[left % manners.length] ?? 'patient';
      aftermath.told.push(
        await signUp({ nextApp, manner, random, deadline, onFault: (fault) => aftermath.faults.push(fault) }),
      );
    }
  };
  const time = realTime ? undefined : setInterval(() => void aMinutePasses(site.sql).catch(() => undefined), 500);
  const disturbance = async () => {
    for (const each of Array.from({ length: rounds }, () => troubles).flat()) {
      await wait(pauseMs);
      await each.happen({ site, database, random });
      aftermath.happened.push(each.name);
    }
  };
  bank.open();
  try {
    await Promise.all([disturbance(), ...Array.from({ length: atOnce }, person)]);
    await bank.close();
    return aftermath;
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n${await describeSite(site)}`, {
      cause: error,
    });
  } finally {
    clearInterval(time);
  }
}
