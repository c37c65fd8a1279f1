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
  /**
   * Ends an attempt that went on, for limits that count failures: one that failed stays counted, any other is given
   * back.
   */
  ended: (action: LimitedAction, subjects: Subjects, how: 'failed' | 'well') => Promise<void>;
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
  const byAddress = list.filter(({ by }) => by === 'address');
  return [
    ...list,
    ...byAddress.map(
      (limit): Limit => ({ ...limit, by: 'network', attempts: Math.ceil(limit.attempts * networkShare) }),
    ),
  ];
}

type Rule = { limit: Limit; most: number; prefix: string; counter: Counter };
type RuleKey = Rule & { key: string };

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
      const tryAll = (countings: readonly RuleKey[] = []) =>
        Promise.all(countings.map(async (counting) => ({ ...counting, wait: await waitFor(counting, points) })));
      const { own, others } = Object.groupBy(concerned(action, subjects), ({ limit }) =>
        limitedByOthers.includes(limit.by) ? 'others' : 'own',
      );
      const tried = await tryAll(own);
      if (tried.every(({ wait }) => wait === 0)) tried.push(...(await tryAll(others)));
      const longest = Math.max(0, ...tried.map(({ wait }) => wait));
      if (longest === 0) return { retryAfterSeconds: null };
      // What does not go on cannot fail.
      await Promise.all(tried.filter((one) => one.wait === 0 && countsFailures(one)).map(release));
      return { retryAfterSeconds: Math.ceil(longest / 1000) };
    },
    ended: async (action, subjects, how) => {
      const counting = concerned(action, subjects);
      await Promise.all(counting.filter(countsFailures).map(how === 'failed' ? closeAfterLast : release));
      if (how === 'failed') await Promise.all(counting.filter(countsDeclines).map(countDecline));
    },
    forgive: async (action, by, subject) => {
      await Promise.all(
        rules[action].filter(({ limit }) => limit.by === by).map((rule) => rule.counter.clear(keyOf(rule, subject))),
      );
    },
  };
}

const countsFailures = ({ limit }: Rule) => limit.counts === 'failures';
const countsDeclines = ({ limit }: Rule) => limit.counts === 'declines';

const waitFor = (counting: RuleKey, points: number): Promise<number> =>
  countsDeclines(counting) ? waitOf(counting) : consume(counting, points);

/** The last decline that is allowed begins the pause. */
async function countDecline({ limit, most, counter, key }: RuleKey): Promise<void> {
  const { points } = await counter.add({ key, points: 1, expire: Date.now() + minutes(limit.within) });
  if (points >= most) await counter.put({ key, points: most + 1, expire: Date.now() + minutes(limit.pause) });
}

async function waitOf({ most, counter, key }: RuleKey): Promise<number> {
  const counted = await counter.read(key);
  return counted !== null && counted.points >= most ? Math.max(counted.expire - Date.now(), 1) : 0;
}

/**
 * Milliseconds to wait; 0 when the attempt may go on. Every attempt is counted before it goes on, those that only
 * failures count for too: of many at once no more go on than may fail. The first attempt too many begins the pause.
 */
async function consume(counting: RuleKey, points: number): Promise<number> {
  const { limit, most, counter, key } = counting;
  const counted = await counter.add({ key, points, expire: Date.now() + minutes(limit.within) });
  if (counted.points <= most) return 0;
  const isFirst = counted.points - points <= most;
  if (limit.pause > 0 && isFirst && !countsFailures(counting)) {
    await counter.put({ key, points: counted.points, expire: Date.now() + minutes(limit.pause) });
    return minutes(limit.pause);
  }
  return Math.max(counted.expire - Date.now(), 1);
}

/**
 * The last failure that is allowed begins the pause: nobody gets to make one too many. At most `most` are under way,
 * and when all of them are given back it stays closed.
 */
async function closeAfterLast({ limit, most, counter, key }: RuleKey): Promise<void> {
  const counted = await counter.read(key);
  if (counted !== null && counted.points >= most)
    await counter.put({ key, points: 2 * most + 1, expire: Date.now() + minutes(limit.pause) });
}

const release = ({ counter, key }: RuleKey): Promise<void> => counter.release(key);
