import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

/** Where a process is to be stopped: at one statement of its own, before it takes effect. */
export type Point = { table: string; statement: 'insert' | 'update'; when?: string };

/** A point at which whoever comes by stands still until it is let go. */
export type Hold = {
  /** Resolves when somebody stands there. */
  somebodyIsHere: () => Promise<void>;
  /** Undoes what was in hand there, as the end of its process does, and takes the hold away. */
  breakOff: () => Promise<void>;
  /** Lets it go on. */
  letGo: () => Promise<void>;
  /** Takes the hold away when the database itself was restarted. */
  afterRestart: () => Promise<void>;
};

const lockNumber = 7_001;
const patienceMs = 20_000;

/** The statement waits for a lock that only we give: the database is told, the server knows nothing of it. */
export async function holdAt({ databaseUrl, point }: { databaseUrl: string; point: Point }): Promise<Hold> {
  const keeper = await connect(databaseUrl);
  await keeper.query('select pg_advisory_lock($1)', [lockNumber]);
  await keeper.query(`
    create or replace function stand_still() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock_shared(${lockNumber});
      return new;
    end $$`);
  await keeper.query(
    `create trigger stand_here before ${point.statement} on ${point.table} for each row ${point.when ? `when (${point.when})` : ''} execute function stand_still()`,
  );
  const standing = async () => {
    const { rows } = await keeper.query<{ pid: number }>(
      `select pid from pg_locks where locktype = 'advisory' and objid = $1 and not granted`,
      [lockNumber],
    );
    return rows.map(({ pid }) => pid);
  };
  const end = async () => {
    await keeper.query(`drop trigger stand_here on ${point.table}`);
    await keeper.end();
  };
  return {
    somebodyIsHere: () =>
      until(async () => (await standing()).length > 0, `Nobody came to ${point.statement} ${point.table}`),
    breakOff: async () => {
      for (const pid of await standing()) await keeper.query('select pg_terminate_backend($1)', [pid]);
      await until(async () => (await standing()).length === 0, 'The statement does not end');
      await end();
    },
    letGo: async () => {
      await keeper.query('select pg_advisory_unlock($1)', [lockNumber]);
      await end();
    },
    afterRestart: async () => {
      const again = await connect(databaseUrl);
      await again.query(`drop trigger stand_here on ${point.table}`);
      await again.end();
    },
  };
}

/** Closes a table to everybody, as soon as those who are in it have gone; whoever comes later waits at the door. */
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
    somebodyWaits: () => until(async () => (await waiting()).length > 0, `Nobody came to ${table}`),
    /** Lets everybody in. */
    open: async () => {
      await keeper.query('rollback');
      await Promise.all([keeper.end(), watcher.end()]);
    },
    breakOff: async () => {
      for (const pid of await waiting()) await watcher.query('select pg_terminate_backend($1)', [pid]);
      await keeper.query('rollback');
      await Promise.all([keeper.end(), watcher.end()]);
    },
    /** The restart has opened it. */
    afterRestart: () => Promise.all([keeper.end(), watcher.end()]).catch(() => undefined),
  };
}

const pidOf = (client: pg.Client): number => (client as unknown as { processID: number }).processID;

async function connect(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'fault-tests' });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

export async function until(isSo: () => Promise<boolean>, otherwise: string, withinMs = patienceMs): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error(otherwise);
    await wait(20);
  }
}
