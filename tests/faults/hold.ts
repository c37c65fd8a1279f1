import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { onTestFinished } from 'vitest';

/** Where a process is stopped: at one of its statements, before it takes effect. */
export type Point = { table: string; statement: 'insert' | 'update'; when?: string };

/** A breakpoint: callers block at it until it is released. */
export type Hold = {
  /** Resolves when a caller blocks at it. */
  somebodyIsHere: () => Promise<void>;
  /** Terminates the blocked connections, as the end of their process does, and removes the hold. */
  breakOff: () => Promise<void>;
  /** Lets the blocked callers continue and removes the hold. */
  letGo: () => Promise<void>;
  /** Removes the hold after a restart of the database. */
  afterRestart: () => Promise<void>;
};

const timeoutMs = 20_000;
let locks = 7_000;

/** Inactive until armed. Arming needs no table lock, so it does not wait for callers that have passed the hold. */
export type PreparedHold = Hold & { arm: () => Promise<void> };

/** Makes a statement wait, by a trigger, for a lock held by the test; the server is unchanged. */
export async function prepareHold({
  databaseUrl,
  point,
}: {
  databaseUrl: string;
  point: Point;
}): Promise<PreparedHold> {
  const keeper = await connect(databaseUrl);
  const lock = ++locks;
  const trigger = `stand_here_${lock}`;
  await keeper.query(`
    create or replace function stand_still() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_lock_shared(tg_argv[0]::bigint);
      perform pg_advisory_unlock_shared(tg_argv[0]::bigint);
      return new;
    end $$`);
  await keeper.query(
    `create trigger ${trigger} before ${point.statement} on ${point.table} for each row
      ${point.when ? `when (${point.when})` : ''} execute function stand_still(${lock})`,
  );
  const heldBackends = async () => {
    const { rows } = await keeper.query<{ pid: number }>(
      `select pid from pg_locks where locktype = 'advisory' and objid = $1 and not granted`,
      [lock],
    );
    return rows.map(({ pid }) => pid);
  };
  const takeAway = (client: pg.Client) => client.query(`drop trigger ${trigger} on ${point.table}`);
  const end = async () => {
    await takeAway(keeper);
    await keeper.end();
  };
  return {
    arm: async () => void (await keeper.query('select pg_advisory_lock($1)', [lock])),
    somebodyIsHere: () =>
      until(async () => (await heldBackends()).length > 0, `No ${point.statement} on ${point.table} was blocked`),
    breakOff: async () => {
      for (const pid of await heldBackends()) await keeper.query('select pg_terminate_backend($1)', [pid]);
      await until(async () => (await heldBackends()).length === 0, 'The statement does not end');
      await end();
    },
    letGo: async () => {
      await keeper.query('select pg_advisory_unlock($1)', [lock]);
      await end();
    },
    afterRestart: async () => {
      const again = await connect(databaseUrl);
      await takeAway(again);
      await again.end();
    },
  };
}

/** The same, armed at once. */
export async function holdAt(place: { databaseUrl: string; point: Point }): Promise<Hold> {
  const hold = await prepareHold(place);
  await hold.arm();
  return hold;
}

/** Locks a table exclusively once current transactions have ended; later ones wait. */
export async function closeTable({ databaseUrl, table }: { databaseUrl: string; table: string }) {
  const keeper = await connect(databaseUrl);
  const watcher = await connect(databaseUrl);
  await keeper.query('begin');
  const closed = keeper.query(`lock table ${table} in access exclusive mode`);
  closed.catch(() => undefined);
  const waiting = async () => {
    const { rows } = await watcher.query<{ pid: number }>(
      `select pid from pg_locks where relation = $1::regclass and not granted and pid <> all($2)`,
      [table, [pidOf(keeper)]],
    );
    return rows.map(({ pid }) => pid);
  };
  return {
    closed: () => closed,
    somebodyWaits: () => until(async () => (await waiting()).length > 0, `No statement waits for ${table}`),
    /** Releases the table. */
    open: async () => {
      await keeper.query('rollback');
      await Promise.all([keeper.end(), watcher.end()]);
    },
    breakOff: async () => {
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
