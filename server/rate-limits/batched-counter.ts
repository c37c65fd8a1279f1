import type pg from 'pg';
import { batch } from './batch.ts';
import type { Counter, CounterState } from './counter.ts';

type Attempt = CounterState & { key: string };

/** A count that has expired starts again. */
const countAll = `
  insert into rate_limits as counted (key, points, expire)
  select * from unnest($1::text[], $2::integer[], $3::bigint[])
  on conflict (key) do update set
    points = excluded.points + case when counted.expire <= $4 then 0 else counted.points end,
    expire = case when counted.expire <= $4 then excluded.expire else counted.expire end
  returning key, points, expire`;

const readAll = 'select key, points, expire from rate_limits where key = any($1) and expire > $2';
/** Locks rows in the order of `countAll`. */
const releaseAll = `
  with taken as (select key, count(*)::integer as points from unnest($1::text[]) as key group by key),
    held as (select key from rate_limits where key = any($1) and expire > $2 order by key for update)
  update rate_limits as counted set points = greatest(counted.points - taken.points, 0)
  from taken join held using (key) where counted.key = taken.key`;
const put = `
  insert into rate_limits (key, points, expire) values ($1, $2, $3)
  on conflict (key) do update set points = excluded.points, expire = excluded.expire`;
const clear = 'delete from rate_limits where key = $1';

/**
 * Counts in PostgreSQL, which all processes share. Concurrent attempts are counted in one statement: otherwise a crowd,
 * or a call with many limits, would cause more statements for counting than for its work.
 */
export function batchedCounter(pool: pg.Pool): Counter {
  return {
    add: batch((attempts) => addAll(pool, attempts)),
    read: batch(async (keys) => {
      const { rows } = await pool.query<Attempt>({
        name: 'read-attempts',
        text: readAll,
        values: [keys, Date.now()],
      });
      const counted = new Map(rows.map(({ key, ...count }) => [key, count]));
      return keys.map((key) => counted.get(key) ?? null);
    }),
    release: batch(async (keys) => {
      await pool.query({ name: 'release-attempts', text: releaseAll, values: [keys, Date.now()] });
      return keys.map(() => undefined);
    }),
    put: async ({ key, points, expire }) => {
      await pool.query(put, [key, points, expire]);
    },
    clear: async (key) => {
      await pool.query(clear, [key]);
    },
  };
}

async function addAll(pool: pg.Pool, attempts: readonly Attempt[]): Promise<CounterState[]> {
  const { sums, upToEach } = sumsByKey(attempts);
  // All processes lock rows in the same order: a deadlock would refuse both calls.
  const keys = [...sums.keys()].sort();
  const { rows } = await pool.query<Attempt>({
    name: 'count-attempts',
    text: countAll,
    values: [keys, keys.map((key) => sums.get(key)?.points), keys.map((key) => sums.get(key)?.expire), Date.now()],
  });
  const counted = new Map(rows.map((row) => [row.key, row]));
  return attempts.map(({ key }, index) => {
    const { points, expire } = counted.get(key) as Attempt;
    // Counted as if each had come alone, so that only the attempts over the limit are refused, not all of them.
    return { points: points - (sums.get(key)?.points ?? 0) + (upToEach[index] ?? 0), expire };
  });
}

/** Adds up the attempts of each key; `upToEach`: the points of an attempt's key up to it, including its own. */
function sumsByKey(attempts: readonly Attempt[]): { sums: Map<string, Attempt>; upToEach: number[] } {
  const sums = new Map<string, Attempt>();
  const upToEach = attempts.map((attempt) => {
    const points = (sums.get(attempt.key)?.points ?? 0) + attempt.points;
    sums.set(attempt.key, { ...attempt, points });
    return points;
  });
  return { sums, upToEach };
}
