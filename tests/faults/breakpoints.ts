import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { onTestFinished } from 'vitest';

/** Where a process is stopped: at one of its statements, before it takes effect. */
export type Point = { table: string; statement: 'insert' | 'update'; when?: string };

/** Callers block at it until they are resumed. */
export type Breakpoint = {
  /** Resolves when a caller blocks at it. */
  reached: () => Promise<void>;
  /** Terminates the blocked connections, as the end of their process does, and removes the breakpoint. */
  terminateBlocked: () => Promise<void>;
  /** Lets the blocked callers continue and removes the breakpoint. */
  resume: () => Promise<void>;
  /** Removes the breakpoint after a restart of the database. */
  afterRestart: () => Promise<void>;
};

const timeoutMs = 20_000;
/** Databases of tests that run meanwhile are in the same cluster, and have tables and locks of the same numbers. */
const here = 'database = (select oid from pg_database where datname = current_database())';
let locks = 7_000;

/** Inactive until armed. Arming needs no table lock, so it does not wait for callers that have passed it. */
export type PreparedBreakpoint = Breakpoint & { arm: () => Promise<void> };

/** Makes a statement wait, by a trigger, for a lock held by the test; the server is unchanged. */
export async function prepareBreakpoint({
  databaseUrl,
  point,
}: {
  databaseUrl: string;
  point: Point;
}): Promise<PreparedBreakpoint> {
  const keeper = await connect(databaseUrl);
  const lock = ++locks;
  const trigger = `breakpoint_${lock}`;
  await keeper.query(`
    create or replace function wait_at_breakpoint() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_lock_shared(tg_argv[0]::bigint);
      perform pg_advisory_unlock_shared(tg_argv[0]::bigint);
      return new;
    end $$`);
  await keeper.query(
    `create trigger ${trigger} before ${point.statement} on ${point.table} for each row
      ${point.when ? `when (${point.when})` : ''} execute function wait_at_breakpoint(${lock})`,
  );
  const blockedBackends = async () => {
    const { rows } = await keeper.query<{ pid: number }>(
      `select pid from pg_locks where ${here} and locktype = 'advisory' and objid = $1 and not granted`,
      [lock],
    );
    return rows.map(({ pid }) => pid);
  };
  const dropTrigger = (client: pg.Client) => client.query(`drop trigger ${trigger} on ${point.table}`);
  const end = async () => {
    await dropTrigger(keeper);
    await keeper.end();
  };
  return {
    arm: async () => void (await keeper.query('select pg_advisory_lock($1)', [lock])),
    reached: () =>
      until(async () => (await blockedBackends()).length > 0, `No ${point.statement} on ${point.table} was blocked`),
    terminateBlocked: async () => {
      for (const pid of await blockedBackends()) await keeper.query('select pg_terminate_backend($1)', [pid]);
      await until(async () => (await blockedBackends()).length === 0, 'The statement does not end');
      await end();
    },
    resume: async () => {
      await keeper.query('select pg_advisory_unlock($1)', [lock]);
      await end();
    },
    afterRestart: async () => {
      const again = await connect(databaseUrl);
      await dropTrigger(again);
      await again.end();
    },
  };
}

/** The same, armed at once. */
export async function setBreakpoint(place: { databaseUrl: string; point: Point }): Promise<Breakpoint> {
  const breakpoint = await prepareBreakpoint(place);
  await breakpoint.arm();
  return breakpoint;
}

/** Locks a table exclusively once current transactions have ended; later ones wait. */
export async function lockTable({ databaseUrl, table }: { databaseUrl: string; table: string }) {
  const keeper = await connect(databaseUrl);
  const watcher = await connect(databaseUrl);
  await keeper.query('begin');
  const acquired = keeper.query(`lock table ${table} in access exclusive mode`);
  acquired.catch(() => undefined);
  const waiting = async () => {
    const { rows } = await watcher.query<{ pid: number }>(
      `select pid from pg_locks where ${here} and relation = $1::regclass and not granted and pid <> all($2)`,
      [table, [pidOf(keeper)]],
    );
    return rows.map(({ pid }) => pid);
  };
  return {
    acquired: () => acquired,
    hasWaiters: () => until(async () => (await waiting()).length > 0, `No statement waits for ${table}`),
    release: async () => {
      await keeper.query('rollback');
      await Promise.all([keeper.end(), watcher.end()]);
    },
    terminateBlocked: async () => {
      for (const pid of await waiting()) await watcher.query('select pg_terminate_backend($1)', [pid]);
      await keeper.query('rollback');
      await Promise.all([keeper.end(), watcher.end()]);
    },
    /** The restart has released the lock: only closes the connections. */
    afterRestart: () => Promise.all([keeper.end(), watcher.end()]).catch(() => undefined),
  };
}

const pidOf = (client: pg.Client): number => (client as unknown as { processID: number }).processID;

/** Ends with the test, so that what a failed one held does not block the next. */
async function connect(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'fault-tests' });
  client.on('error', () => undefined);
  onTestFinished(() => client.end());
  await client.connect();
  return client;
}

export async function until(isSo: () => Promise<boolean>, otherwise: string, withinMs = timeoutMs): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error(otherwise);
    await wait(20);
  }
}
