import type pg from 'pg';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { TokenMaker } from '../secret.ts';
import { attemptCounter, CountedTogether } from './counted-together.ts';
import { type Limit, type LimitedAction, type LimitedBy, limitedByOthers, limits, networkShare } from './limits.ts';

/** Who tries, as far as the action's limits need to know. What is missing is not limited by. */
export type Subjects = { [By in LimitedBy]?: string | undefined };
/** `retryAfterSeconds`: when the next try makes sense; null when this one may go on. */
export type Verdict = { retryAfterSeconds: number | null };

export type RateLimiter = {
  /** Counts an attempt, or as many as `points` says, and says whether it may go on. */
  attempt: (action: LimitedAction, subjects: Subjects, points?: number) => Promise<Verdict>;
  /** Counts an attempt that was refused, for limits that count failures. */
  failed: (action: LimitedAction, subjects: Subjects) => Promise<void>;
  /** Forgets what was counted against a subject. */
  forgive: (action: LimitedAction, by: LimitedBy, subject: string) => Promise<void>;
};

type Options = {
  pool: pg.Pool;
  /** Keys of the table are HMACs: it holds neither addresses nor names. */
  makeToken: TokenMaker;
  /** Multiplies every number of attempts, for load tests. */
  factor: number;
};

function withNetworks(list: readonly Limit[]): Limit[] {
  const around = list.filter(({ by }) => by === 'address');
  return [
    ...list,
    ...around.map((limit): Limit => ({ ...limit, by: 'network', attempts: Math.ceil(limit.attempts * networkShare) })),
  ];
}

type Rule = { limit: Limit; store: RateLimiterAbstract };
type Counted = Rule & { key: string };
const minute = 60;

/** Limits that all processes share: counted in PostgreSQL, atomically. Those of mere reading are each process's own. */
export function createRateLimiter({ pool, makeToken, factor }: Options): RateLimiter {
  const count = attemptCounter(pool);
  const rules = Object.fromEntries(
    Object.entries(limits).map(([action, list]) => [action, withNetworks(list).map((limit) => ruleOf(action, limit))]),
  ) as Record<LimitedAction, Rule[]>;

  function ruleOf(action: string, limit: Limit): Rule {
    const options = {
      keyPrefix: `${action}:${limit.by}`,
      points: limit.attempts * factor,
      duration: limit.within * minute,
      blockDuration: limit.pause * minute,
    };
    if (limit.countedBy === 'process') return { limit, store: new RateLimiterMemory(options) };
    const table = {
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      clearExpiredByTimeout: false,
    };
    return { limit, store: new CountedTogether({ ...options, ...table, count }) };
  }

  const keyOf = (subject: string) => makeToken('RATE_LIMIT', subject);
  const concerned = (action: LimitedAction, subjects: Subjects) =>
    rules[action].flatMap((rule) => {
      const subject = subjects[rule.limit.by];
      return subject === undefined ? [] : [{ ...rule, key: keyOf(subject) }];
    });

  return {
    attempt: async (action, subjects, points = 1) => {
      const longestWait = async (counted: readonly Counted[]) => {
        const waits = counted.map(({ limit, store, key }) =>
          limit.counts === 'failures' ? waitOf(store, key) : consume(store, { key, points }),
        );
        return Math.max(0, ...(await Promise.all(waits)));
      };
      const { own = [], others = [] } = Object.groupBy(concerned(action, subjects), ({ limit }) =>
        limitedByOthers.includes(limit.by) ? 'others' : 'own',
      );
      const longest = (await longestWait(own)) || (await longestWait(others));
      return { retryAfterSeconds: longest === 0 ? null : Math.ceil(longest / 1000) };
    },
    failed: async (action, subjects) => {
      const counting = concerned(action, subjects).filter(({ limit }) => limit.counts === 'failures');
      await Promise.all(counting.map((counted) => countFailure(counted)));
    },
    forgive: async (action, by, subject) => {
      await Promise.all(
        rules[action].filter(({ limit }) => limit.by === by).map(({ store }) => store.delete(keyOf(subject))),
      );
    },
  };
}

/** Milliseconds to wait; 0 when the attempt may go on. The library throws its verdict. */
async function consume(store: RateLimiterAbstract, { key, points }: { key: string; points: number }): Promise<number> {
  try {
    await store.consume(key, points);
    return 0;
  } catch (verdict) {
    if (verdict instanceof RateLimiterRes) return Math.max(verdict.msBeforeNext, 1);
    throw verdict;
  }
}

/** The last failure that is allowed shuts the door: nobody gets to make one too many. */
async function countFailure({ limit, store, key }: Counted): Promise<void> {
  const { remainingPoints } = await store.penalty(key);
  if (remainingPoints === 0) await store.block(key, limit.pause * minute);
}

async function waitOf(store: RateLimiterAbstract, key: string): Promise<number> {
  const counted = await store.get(key);
  return counted !== null && counted.consumedPoints >= store.points ? Math.max(counted.msBeforeNext, 1) : 0;
}
