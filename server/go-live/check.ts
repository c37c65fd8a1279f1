import { setTimeout as wait } from 'node:timers/promises';

/** Null: as it should be. `detail` is printed, so it holds nothing secret or personal. */
export type Found<Cause extends string> = Cause | { cause: Cause; detail: string } | null;

/** One thing that a site needs before it takes money. `mend`: what to do about each cause. */
export type Check = {
  name: string;
  /** Checks without whose success this one says nothing. */
  needs: readonly string[];
  find: () => Promise<Found<string>>;
  mend: Readonly<Record<string, string>>;
};

type Row<Cause extends string> = {
  name: string;
  needs?: readonly string[];
  find: () => Promise<Found<NoInfer<Cause>>>;
  mend: Readonly<Record<Cause, string>>;
};

export const check = <Cause extends string>(row: Row<Cause>): Check => ({ needs: [], ...row });

export type Result = { name: string; state: 'fine' | 'missing' | 'waiting'; text: string };

const timedOut = Symbol('timed out');

/** Only an error's code is repeated: its message may contain an address or a name. */
export function codeOf(error: unknown): string {
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  if (typeof code === 'string') return code;
  return cause === undefined || cause === null ? (error as Error).name : codeOf(cause);
}

async function textOf({ find, mend }: Check, timeoutMs: number): Promise<string | null> {
  const ended = new AbortController();
  const limit = wait(timeoutMs, timedOut, { signal: ended.signal }).catch(() => timedOut);
  try {
    const found = await Promise.race([find(), limit]);
    if (found === null) return null;
    if (typeof found === 'symbol')
      return `no answer within ${timeoutMs / 1_000} seconds: see whether a firewall is between`;
    return typeof found === 'string' ? (mend[found] ?? found) : `${mend[found.cause] ?? found.cause} (${found.detail})`;
  } catch (error) {
    return `it could not be asked (${codeOf(error)}): correct its address`;
  } finally {
    ended.abort();
  }
}

type Run = { timeoutMs: number; onBegin?: (name: string, at: number) => void };

/** Runs all in their order, so that the first that is missing is the next to mend. */
export async function runChecks(checks: readonly Check[], { timeoutMs, onBegin }: Run): Promise<Result[]> {
  const results: Result[] = [];
  for (const [at, each] of checks.entries()) {
    onBegin?.(each.name, at);
    const missing = each.needs.filter((need) => results.some(({ name, state }) => name === need && state !== 'fine'));
    const text = missing.length > 0 ? `after ${missing.join(' and ')}` : await textOf(each, timeoutMs);
    const state = text === null ? 'fine' : missing.length > 0 ? 'waiting' : 'missing';
    results.push({ name: each.name, state, text: text ?? '' });
  }
  return results;
}

export const lineOf = ({ name, state, text }: Result): string =>
  `${state.padEnd(9)}${name}${text === '' ? '' : `: ${text}`}`;
