import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../tests/setup/database/database.ts';
import { createDb, createPool, type Trx } from './pool.ts';
import { sendTogether } from './send-together.ts';

const store = (trx: Trx, key: string) =>
  sql`insert into rate_limits (key, points, expire) values (${key}, 1, 1)`.execute(trx);

/** A pool whose rollbacks complete late, like those of a distant database. */
function poolWithLateRollbacks(connectionString: string): pg.Pool {
  const pool = createPool({ connectionString });
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...asked: unknown[]) => Promise<unknown>;
    const late = async (...asked: unknown[]) => {
      const answer = await query(...asked);
      if (asked[0] === 'rollback') await wait(100);
      return answer;
    };
    client.query = late as typeof client.query;
  });
  return pool;
}

test('statements sent together commit together; if one fails none is stored, not even later ones', async () => {
  const db = createDb(poolWithLateRollbacks(await createTestDatabase()));
  try {
    const answers = db
      .transaction()
      .execute((trx) => sendTogether([store(trx, 'one'), null, store(trx, 'two').then(() => 'stored')]));
    expect((await answers).slice(1)).toEqual([null, 'stored']);
    const failing = db.transaction().execute((trx) => {
      const refused = store(trx, 'one');
      const inSteps = async () => {
        await refused.catch(() => undefined);
        await wait(50);
        await store(trx, 'three');
      };
      return sendTogether([inSteps(), store(trx, 'four'), refused]);
    });
    await expect(failing).rejects.toMatchObject({ code: '23505' });
    await wait(100);
    const { rows } = await sql<{ key: string }>`select key from rate_limits order by key`.execute(db);
    expect(rows.map(({ key }) => key)).toEqual(['one', 'two']);
  } finally {
    await db.destroy();
  }
});

test('statements sent together are all sent before the first is answered', async () => {
  const pool = createPool({ connectionString: await createTestDatabase() });
  const order: string[] = [];
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...asked: unknown[]) => Promise<unknown>;
    client.query = (async (...asked: unknown[]) => {
      order.push('sent');
      const answer = await query(...asked);
      order.push('answered');
      return answer;
    }) as typeof client.query;
  });
  const db = createDb(pool);
  try {
    await db.transaction().execute(async (trx) => {
      await store(trx, 'begun');
      order.length = 0;
      await sendTogether([store(trx, 'one'), store(trx, 'two'), store(trx, 'three')]);
      expect(order).toEqual(['sent', 'sent', 'sent', 'answered', 'answered', 'answered']);
    });
  } finally {
    await db.destroy();
  }
});
