import type pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createTestDatabase } from '#tests/setup/database/database.ts';
import { createPool } from '../db/pool.ts';
import { tokenMaker } from '../secret.ts';
import { limits } from './limits.ts';
import { createRateLimiter, type RateLimiter } from './rate-limiter.ts';

/** A limiter with its own connections, as in a separate process. */
function processOn(connectionString: string): { pool: pg.Pool; limiter: RateLimiter } {
  const pool = createPool({ connectionString });
  onTestFinished(() => pool.end());
  return {
    pool,
    limiter: createRateLimiter({ pool, makeToken: tokenMaker('a-secret-for-tests-that-is-long-enough'), factor: 1 }),
  };
}

const [{ attempts: allowed }] = limits['ask-recovery'];
const addresses = Array.from({ length: 100 }, (_, count) => `203.0.113.${count}`);

test('SEC2: exactly the allowed number of concurrent attempts pass, across processes and in any order', async () => {
  const databaseUrl = await createTestDatabase();
  const processes = [processOn(databaseUrl), processOn(databaseUrl)];
  const passed = new Map<string, number>();
  const attempt = async (limiter: RateLimiter, address: string) => {
    const { retryAfterSeconds } = await limiter.attempt('ask-recovery', { address });
    if (retryAfterSeconds === null) passed.set(address, (passed.get(address) ?? 0) + 1);
  };
  for (let round = 0; round < allowed; round++) {
    await Promise.all(
      processes.flatMap(({ limiter }, which) =>
        (which === 0 ? addresses : addresses.toReversed()).map((address) => attempt(limiter, address)),
      ),
    );
  }
  expect(addresses.map((address) => passed.get(address))).toEqual(addresses.map(() => allowed));
});

test('concurrent attempts are counted in few statements, and so are all limits of a call', async () => {
  const { pool, limiter } = processOn(await createTestDatabase());
  const asked = vi.spyOn(pool, 'query');
  await Promise.all(addresses.map((address) => limiter.attempt('ask-recovery', { address })));
  await limiter.attempt('pay', { registration: 'one', account: 'two', address: '203.0.113.77' });
  expect(asked).toHaveBeenCalledTimes(2);
  const { rows } = await pool.query('select count(*) as keys, sum(points) as points from rate_limits');
  expect(rows).toEqual([{ keys: 103, points: 103 }]);
});

test('attempts are counted anew after the window ends', async () => {
  const { pool, limiter } = processOn(await createTestDatabase());
  const [address] = addresses;
  const tryAll = () =>
    Promise.all(Array.from({ length: allowed + 1 }, () => limiter.attempt('ask-recovery', { address: `${address}` })));
  const refused = async () => (await tryAll()).filter(({ retryAfterSeconds }) => retryAfterSeconds !== null).length;
  expect(await refused()).toBe(1);
  expect(await refused()).toBe(allowed + 1);
  await pool.query('update rate_limits set expire = $1', [Date.now() - 1]);
  expect(await refused()).toBe(1);
});
