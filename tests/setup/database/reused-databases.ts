import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { openDatabases } from '#server/compose-databases.ts';
import { openTestDatabase, type TestDatabase } from './database.ts';

type Opened = ReturnType<typeof openDatabases>;

/** A test's database with the connections that the tests before it left, which have PostgreSQL's tables in memory. */
export type ReusedDatabase = {
  url: string;
  open: typeof openDatabases;
  /** For the next test of this process, if the database can be put back to what the template holds. */
  release: () => Promise<void>;
};

/** Rows that tests delete stay in the files, which slows down later tests. */
const maxUses = 30;

type Used = { database: TestDatabase; opened: Opened | null; uses: number };
const free: Used[] = [];

const methods = () => [pg.Client.prototype.query, pg.Connection.prototype.parse];
const ownMethods = methods();

/** A test that listens to what connections send must open them itself. */
export const areConnectionsWatched = (): boolean => methods().some((method, index) => method !== ownMethods[index]);

/** `from`: the databases of finished tests. */
export async function takeDatabase(from = free): Promise<ReusedDatabase> {
  const taken = from.pop() ?? { database: await openTestDatabase(), opened: null, uses: 0 };
  taken.uses += 1;
  const open: typeof openDatabases = (config, options) => {
    // The run's PostgreSQL stops before this process does.
    taken.opened ??= openDatabases(config, { ...options, onError: () => undefined });
    const { db, sharedDb, ...pools } = taken.opened;
    // As objects of their own: what the code remembers of a database belongs to one test.
    return { ...pools, db: db.$extendTables(), sharedDb: sharedDb.$extendTables(), close: async () => undefined };
  };
  return { url: taken.database.url, open, release: () => release(taken, from) };
}

async function release(used: Used, to: Used[]): Promise<void> {
  if (used.opened && used.uses < maxUses && (await isReset(used.opened))) {
    to.push(used);
    return;
  }
  await used.opened?.close();
  await used.database.drop();
}

/** False if a connection is still at work, or if a test changed the schema. */
async function isReset({ pool, jobPool }: Opened): Promise<boolean> {
  for (let waits = 0; [pool, jobPool].some(isBusy); waits += 1) {
    if (waits > 100) return false;
    await sleep(5);
  }
  // A test may have left a connection of its own, with a transaction that would hold the reset up.
  await pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`);
  const { rows } = await pool.query<{ reset: boolean }>('select test_reset.reset()');
  return rows[0]?.reset === true;
}

const isBusy = (pool: pg.Pool) => pool.waitingCount > 0 || pool.idleCount < pool.totalCount;
