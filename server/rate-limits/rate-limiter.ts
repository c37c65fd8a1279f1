import type pg from 'pg';
import { minutes } from '../clock.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { TokenMaker } from '../secret.ts';
import { batchedCounter } from './batched-counter.ts';
import { type Counter, memoryCounter } from './counter.ts';
import { guessedSecrets, type Limit, type LimitedAction, type LimitedBy, limits, networkShare } from './limits.ts';
import { type MaySend, messageLimiter } from './messages.ts';

/** The subjects of an attempt, as far as the action's limits need them. A limit without its subject is not applied. */
export type Subjects = { [By in LimitedBy]?: string | undefined };
/** `retryAfterSeconds`: when to retry; null if the attempt is allowed. */
export type Verdict = { retryAfterSeconds: number | null };

export type RateLimiter = {
  /** Counts one attempt, or `points`, and returns whether it is allowed. */
  attempt: (action: LimitedAction, subjects: Subjects, points?: number) => Promise<Verdict>;
  /**
   * Ends an allowed attempt: limits that count failures return it unless it failed, and limits that count declines
   * count a failed one now.
   */
  ended: (action: LimitedAction, subjects: Subjects, how: 'failed' | 'well') => Promise<void>;
  /** Whether a mail or text may be sent, by its cause and its recipient. */
  maySend: MaySend;
  /** Clears what was counted against a subject. */
  forgive: (action: LimitedAction, by: LimitedBy, subject: string) => Promise<void>;
};

type Options = {
  pool: pg.Pool;
  /** The table's keys are HMACs, so that it contains neither addresses nor names. */
  makeToken: TokenMaker;
  /** Multiplies all limits, for load tests. */
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

/** Limits that all processes share, counted atomically in PostgreSQL, except those with `countedBy: 'process'`. */
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
    maySend: messageLimiter({ counter: shared, makeToken, factor }),
    attempt: async (action, subjects, points = 1) => {
      const tryAll = (countings: readonly RuleKey[] = []) =>
        Promise.all(countings.map(async (counting) => ({ ...counting, wait: await waitFor(counting, points) })));
      const { own, others } = Object.groupBy(concerned(action, subjects), ({ limit }) =>
        guesses.includes(limit.by) ? 'others' : 'own',
      );
      const tried = await tryAll(own);
      if (tried.every(({ wait }) => wait === 0)) tried.push(...(await tryAll(others)));
      const longest = Math.max(0, ...tried.map(({ wait }) => wait));
      if (longest === 0) return { retryAfterSeconds: null };
      // A refused attempt cannot fail, so it is returned.
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

const guesses: readonly LimitedBy[] = guessedSecrets;

/** The refusal of an attempt that is not allowed. */
export const tooMany = ({ retryAfterSeconds }: Verdict): Refusal<'TOO_MANY_REQUESTS'> | null =>
  retryAfterSeconds === null ? null : refuse('TOO_MANY_REQUESTS', { extra: { retryAfterSeconds } });

const countsFailures = ({ limit }: Rule) => limit.counts === 'failures';
const countsDeclines = ({ limit }: Rule) => limit.counts === 'declines';

const waitFor = (counting: RuleKey, points: number): Promise<number> =>
  countsDeclines(counting) ? waitOf(counting) : consume(counting, points);

/** The last allowed decline starts the pause. */
async function countDecline({ limit, most, counter, key }: RuleKey): Promise<void> {
  const { points } = await counter.add({ key, points: 1, expire: Date.now() + minutes(limit.within) });
  if (points >= most) await counter.put({ key, points: most + 1, expire: Date.now() + minutes(limit.pause) });
}

async function waitOf({ most, counter, key }: RuleKey): Promise<number> {
  const counted = await counter.read(key);
  return counted !== null && counted.points >= most ? Math.max(counted.expire - Date.now(), 1) : 0;
}

/**
 * Milliseconds to wait; 0 if the attempt is allowed. Attempts are counted before they run, even if only failures count:
 * otherwise more concurrent ones could fail than allowed. The first one over the limit starts the pause.
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
 * The last allowed failure starts the pause, so that none over the limit happens. At most `most` attempts run at once,
 * so that the limit stays reached even if all of them are given back.
 */
async function closeAfterLast({ limit, most, counter, key }: RuleKey): Promise<void> {
  const counted = await counter.read(key);
  if (counted !== null && counted.points >= most)
    await counter.put({ key, points: 2 * most + 1, expire: Date.now() + minutes(limit.pause) });
}

const release = ({ counter, key }: RuleKey): Promise<void> => counter.release(key);
