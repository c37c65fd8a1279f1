import type pg from 'pg';
import { RateLimiterPostgres } from 'rate-limiter-flexible';
import { gather } from './gather.ts';

/** `expire`: Unix milliseconds. */
type Counted = { points: number; expire: number };
type Attempt = Counted & { key: string };
export type CountAttempt = (attempt: Attempt) => Promise<Counted>;

declare module 'rate-limiter-flexible' {
  interface RateLimiterPostgres {
    /** What the library asks of each of its stores: count `points` more under a key, and say how many there are now. */
    _upsert(key: string, points: number, msDuration: number, forceExpire?: boolean): Promise<{ rows: Counted[] }>;
  }
}

/** The library's store, whose attempts are counted by `count`. Its blocks, rare, remain statements of their own. */
export class CountedTogether extends RateLimiterPostgres {
  readonly #count: CountAttempt;

  constructor({ count, ...options }: ConstructorParameters<typeof RateLimiterPostgres>[0] & { count: CountAttempt }) {
    super(options);
    this.#count = count;
  }

  override async _upsert(
    key: string,
    points: number,
    msDuration: number,
    forceExpire = false,
  ): Promise<{ rows: Counted[] }> {
    if (forceExpire) return super._upsert(key, points, msDuration, forceExpire);
    return { rows: [await this.#count({ key, points, expire: Date.now() + msDuration })] };
  }
}

/** The library's own statement for one key, for many: what is over begins anew. */
const countAll = `
  insert into rate_limits as counted (key, points, expire)
  select * from unnest($1::text[], $2::integer[], $3::bigint[])
  on conflict (key) do update set
    points = excluded.points + case when counted.expire <= $4 then 0 else counted.points end,
    expire = case when counted.expire <= $4 then excluded.expire else counted.expire end
  returning key, points, expire`;

/**
 * Counts the attempts of all calls and limits that come together with one statement: a crowd, or a call with many
 * limits, would otherwise send more statements to be counted than to be served.
 */
export function attemptCounter(pool: pg.Pool): CountAttempt {
  return gather(async (attempts) => {
    const { sums, upToEach } = sumsByKey(attempts);
    // Every process locks its rows in one order: two that wait for each other would both be refused.
    const keys = [...sums.keys()].sort();
    const { rows } = await pool.query<Attempt>({
      name: 'count-attempts',
      text: countAll,
      values: [keys, keys.map((key) => sums.get(key)?.points), keys.map((key) => sums.get(key)?.expire), Date.now()],
    });
    const counted = new Map(rows.map((row) => [row.key, row]));
    return attempts.map(({ key }, index) => {
      const { points, expire } = counted.get(key) as Attempt;
      // As if each had come alone: the first attempt too many is one of them, not all.
      return { points: points - (sums.get(key)?.points ?? 0) + (upToEach[index] ?? 0), expire };
    });
  });
}

/** Attempts of one key become one; `upToEach`: how many of its key stand before an attempt, itself among them. */
function sumsByKey(attempts: readonly Attempt[]): { sums: Map<string, Attempt>; upToEach: number[] } {
  const sums = new Map<string, Attempt>();
  const upToEach = attempts.map((attempt) => {
    const points = (sums.get(attempt.key)?.points ?? 0) + attempt.points;
    sums.set(attempt.key, { ...attempt, points });
    return points;
  });
  return { sums, upToEach };
}
