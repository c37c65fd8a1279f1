import type pg from 'pg';
import { systemClock } from '#server/clock.ts';
import { createDb, createPool } from '#server/db/pool.ts';
import { startRegistration } from '#server/sign-up/start-registration.ts';
import type { RecordedStatement } from './recorded-statement.ts';

type Body = Parameters<typeof startRegistration>[1]['body'];

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Runs step 1 of a sign-up once and records its statements, so that the floor always sends the current SQL. */
export async function recordRegistration({
  databaseUrl,
  body,
}: {
  databaseUrl: string;
  body: Body;
}): Promise<RecordedStatement[]> {
  const statements: RecordedStatement[] = [];
  const pool = createPool({ connectionString: databaseUrl, max: 1 });
  pool.on('connect', (client) => {
    const send = client.query.bind(client) as (config: pg.QueryConfig) => Promise<pg.QueryResult>;
    client.query = ((config: string | pg.QueryConfig) => {
      const { text, values = [] } = typeof config === 'string' ? { text: config } : config;
      statements.push({ text, values, fresh: freshIn(values) });
      return send(typeof config === 'string' ? { text: config } : config);
    }) as typeof client.query;
  });
  const db = createDb(pool);
  const dependencies = { db, clock: systemClock, registrationTtlMinutes: 120 };
  const context = {
    language: 'en',
    referrerKey: null,
    anonymousId: null,
    siteCountry: 'US',
    provenEmail: null,
  } as const;
  await startRegistration(dependencies, { body, context });
  await db.destroy();
  return statements;
}

function freshIn(values: unknown[]): RecordedStatement['fresh'] {
  return values.flatMap((value, index): RecordedStatement['fresh'] => {
    if (typeof value === 'string' && uuid.test(value)) return [{ index, kind: 'uuid' }];
    const isHash = Buffer.isBuffer(value) || (typeof value === 'string' && /^[\w-]{43}=?$|^[0-9a-f]{64}$/.test(value));
    return isHash ? [{ index, kind: 'hash' }] : [];
  });
}
