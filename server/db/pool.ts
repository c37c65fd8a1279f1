import { createHash } from 'node:crypto';
import type { Kysely, PostgresPool, Transaction } from 'kysely';
import pg from 'pg';
import type { Tracer } from '../telemetry/tracer.ts';
import { lockOrderGuard } from './lock-order.ts';
import { discardLostConnections } from './lost-connection.ts';
import { createPipelining } from './pipelining.ts';
import { addressesOf, clientOfPrimary } from './primary.ts';
import type { Database } from './schema.ts';
import { rowsInCamelCase, SnakeCaseDialect } from './snake-case.ts';

export type Db = Kysely<Database>;
export type Trx = Transaction<Database>;
/** What repositories run on: a plain connection, or the caller's transaction. */
export type DbOrTrx = Db | Trx;

/** A `date` stays `YYYY-MM-DD`: a Date would shift with the machine's time zone. Counts are numbers. */
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.DATE, (value: string) => value);
types.setTypeParser(pg.types.builtins.INT8, Number);

export type PoolOptions = {
  connectionString: string;
  max?: number;
  applicationName?: string;
  onError?: (error: Error) => void;
  /** A statement is cancelled after this time. */
  statementTimeoutMs?: number;
};

/** Creates a connection pool. If the URL names several hosts, connections go to the one that accepts writes. */
export function createPool({
  connectionString,
  max = 10,
  applicationName = 'evenkeel',
  onError,
  statementTimeoutMs = 15_000,
}: PoolOptions): pg.Pool {
  const [address, ...others] = addressesOf(connectionString);
  const pool = new pg.Pool({
    connectionString: address,
    ...(others.length > 0 && { Client: clientOfPrimary([address, ...others]) }),
    max,
    application_name: applicationName,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    // A machine that was switched off does not close its connections: without keep-alive, LISTEN would wait forever.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: 30_000,
    types,
    // For `sendTogether`: safe, because the pool gives a connection to one caller at a time.
    pipeline: true,
  });
  // Without a listener the error of an idle connection would end the process; the pool replaces the connection.
  pool.on('error', (error) => onError?.(error));
  pool.on('connect', (client) => client.on('error', () => undefined));
  discardLostConnections(pool, { silentMs: statementTimeoutMs + 5_000 });
  return pool;
}

type DbOptions = { tracer?: Tracer | null; assertLockOrder?: boolean };

export function createDb(pool: pg.Pool, options: DbOptions = {}): Db {
  const named = withNamedStatements(pool, options);
  return createPipelining<Database>({
    pool: named,
    dialect: new SnakeCaseDialect({ pool: named }),
    plugins: [rowsInCamelCase],
  });
}

const statementNames = new Map<string, string>();
const maxNamedStatements = 500;

function statementName(text: string): string | undefined {
  const known = statementNames.get(text);
  if (known) return known;
  if (statementNames.size >= maxNamedStatements) return undefined;
  const name = createHash('sha1').update(text).digest('base64url');
  statementNames.set(text, name);
  return name;
}

type PoolClient = Awaited<ReturnType<PostgresPool['connect']>>;

/** PostgreSQL parses and plans a named statement once per connection: a third more transactions per second. */
function withNamedStatements(pool: pg.Pool, options: DbOptions): PostgresPool {
  // Kysely keeps state per client object, so a returning connection needs the same wrapper.
  const clients = new WeakMap<pg.PoolClient, PoolClient>();
  const withNames = (client: pg.PoolClient): PoolClient => {
    const known = clients.get(client);
    if (known) return known;
    const named = { release: (destroy?: boolean) => client.release(destroy), query: namedQuery(client, options) };
    clients.set(client, named);
    return named;
  };
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => withNames(await pool.connect()),
  };
}

function named(text: string, values: readonly unknown[]): pg.QueryConfig {
  const name = statementName(text);
  return { text, values: [...values], ...(name ? { name } : {}) };
}

/** Kysely passes text and values; cursors, which it could pass too, are not configured. */
function namedQuery(client: pg.PoolClient, { tracer, assertLockOrder }: DbOptions): PoolClient['query'] {
  const assertOrder = assertLockOrder ? lockOrderGuard() : () => () => undefined;
  const runQuery = async (text: string, values: readonly unknown[]) => {
    const assertRows = assertOrder(text);
    const answer = await client.query(values.length === 0 ? text : named(text, values));
    assertRows(answer.rows);
    return answer;
  };
  const query = tracer ? traced(tracer, runQuery) : runQuery;
  return query as unknown as PoolClient['query'];
}

type Query = (text: string, values: readonly unknown[]) => Promise<unknown>;

/** The statement's text has placeholders instead of values. */
function traced(tracer: Tracer, query: Query): Query {
  return (text, values) => {
    const operation = /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'unknown';
    const attributes = { 'db.system.name': 'postgresql', 'db.operation.name': operation, 'db.query.text': text.trim() };
    return tracer.span({ name: `postgresql ${operation}`, kind: 'client', attributes }, () => query(text, values));
  };
}
