import type pg from 'pg';
import type { TokenMaker } from '../secret.ts';
import { minutes } from '../clock.ts';
import { batchedCounter } from './batched-counter.ts';
import { type Counter, memoryCounter } from './counter.ts';
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

type Rule = { limit: Limit; most: number; prefix: string; counter: Counter };
type Counting = Rule & { key: string };

/** Limits that all processes share: counted in PostgreSQL, atomically. Those of mere reading are each process's own. */
export function createRateLimiter({ pool, makeToken, factor }: Options): RateLimiter {
  const shared = batchedCounter(pool);
  const ofProcess = memoryCounter();
  const ruleOf = (action: string, limit: Limit): Rule => ({
    limit,
    most: limit.attempts * factor,
    prefix: `${action}:${limit.by}`,
    counter: limit.countedBy === 'process' ? ofProcess : shared,
  });
  const rules = Object.fromEntries(
    Object.entries(limits).map(([action, list]) => [action, withNetworks(list).map((limit) => ruleOf(action, limit))]),
  ) as Record<LimitedAction, Rule[]>;

  const keyOf = ({ prefix }: Rule, subject: string) => `${prefix}:${makeToken('RATE_LIMIT', subject)}`;
  const concerned = (action: LimitedAction, subjects: Subjects) =>
    rules[action].flatMap((rule) => {
      const subject = subjects[rule.limit.by];
      return subject === undefined ? [] : [{ ...rule, key: keyOf(rule, subject) }];
    });

  return {
    attempt: async (action, subjects, points = 1) => {
      const longestWait = async (countings: readonly Counting[]) => {
        const waits = countings.map((counting) =>
          counting.limit.counts === 'failures' ? waitOf(counting) : consume(counting, points),
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
      await Promise.all(counting.map(countFailure));
    },
    forgive: async (action, by, subject) => {
      await Promise.all(
        rules[action].filter(({ limit }) => limit.by === by).map((rule) => rule.counter.clear(keyOf(rule, subject))),
      );
    },
  };
}

/** Milliseconds to wait; 0 when the attempt may go on. The first attempt too many begins the pause. */
async function consume({ limit, most, counter, key }: Counting, points: number): Promise<number> {
  const counted = await counter.add({ key, points, expire: Date.now() + minutes(limit.within) });
  if (counted.points <= most) return 0;
  const isFirst = counted.points - points <= most;
  if (limit.pause > 0 && isFirst) {
    await counter.put({ key, points: counted.points, expire: Date.now() + minutes(limit.pause) });
    return minutes(limit.pause);
  }
  return Math.max(counted.expire - Date.now(), 1);
}

/** The last failure that is allowed begins the pause: nobody gets to make one too many. */
async function countFailure({ limit, most, counter, key }: Counting): Promise<void> {
  const { points } = await counter.add({ key, points: 1, expire: Date.now() + minutes(limit.within) });
  if (points >= most) await counter.put({ key, points: most + 1, expire: Date.now() + minutes(limit.pause) });
}

async function waitOf({ most, counter, key }: Counting): Promise<number> {
  const counted = await counter.read(key);
  return counted !== null && counted.points >= most ? Math.max(counted.expire - Date.now(), 1) : 0;
}
