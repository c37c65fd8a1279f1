import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { AnswerOf, Route } from '#contract/api/route.ts';
import type { RouteKey, Routes } from '#contract/api/routes.ts';
import { useLanguage } from '#web/i18n/language.ts';
import { type CallInput, call } from './call.ts';
import type { CallProblem } from './problem.ts';

/** The answer to a question, as far as it is known. */
export type Query<Data> = {
  /** The last answer, which may be to an earlier question; null before the first. */
  last: Data | null;
  /** Asks once more: it is loading until the answer is there. */
  retry: () => void;
  /** Asks once more while the answer stays in sight. What cannot be had now leaves the last one standing. */
  refresh: () => Promise<void>;
  /** Takes an answer that another call brought. */
  replace: (data: Data) => void;
} & ({ state: 'loading' } | { state: 'failed'; problem: CallProblem } | { state: 'ready'; data: Data });

export type QueryOf<R extends Route> = Query<AnswerOf<R>>;

/** Another key is another question. `null` in place of the answer: it leads away from the page, which waits. */
type Question<Data> = { key: string; fetch: (signal: AbortSignal) => Promise<Result<Data> | null> };
type Result<Data> = { ok: true; data: Data } | { ok: false; problem: CallProblem };

type Options = {
  /** Lists that do not change while the page is open are asked for once. */
  cached?: boolean;
  /** Several changes in a row are one question. */
  delayMs?: number;
  /** The answer is the same in every language. */
  wordless?: boolean;
};

/** `isBehind`: the answer is an earlier one, for the one that is wanted could not be had. */
type Known<Data> = {
  asked: string | null;
  key: string | null;
  last: Data | null;
  problem: CallProblem | null;
  isBehind: boolean;
};

const cache = new Map<string, unknown>();

/** As after a reload: every list is asked for again. */
export const clearCache = (): void => cache.clear();

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Asks whenever the question or the language changes; an answer that is no longer wanted is dropped. While the same is
 * asked in another language the last answer stays, so that nothing that was chosen or typed beside it is lost.
 * `null` asks nothing yet. It tries again by itself when the connection is back.
 */
export function useLatest<Data>(
  question: Question<Data> | null,
  { cached = false, delayMs = 0, wordless = false }: Options = {},
): Query<Data> {
  const language = useLanguage();
  const key = question?.key ?? null;
  const asked = key === null || wordless ? key : `${language} ${key}`;
  const [known, setKnown] = useState<Known<Data>>({
    asked: null,
    key: null,
    last: null,
    problem: null,
    isBehind: false,
  });
  const asking = useRef<AbortController>(null);

  const refresh = async () => {
    asking.current?.abort();
    if (question === null || asked === null || cache.has(asked)) return;
    asking.current = new AbortController();
    const { signal } = asking.current;
    if (delayMs > 0) {
      await pause(delayMs);
      if (signal.aborted) return;
    }
    const result = (await takeEarly<Data>(asked)) ?? (await question.fetch(signal));
    if (result === null || signal.aborted) return;
    if (result.ok && cached) cache.set(asked, result.data);
    setKnown((before) => {
      if (result.ok) return { asked, key, last: result.data, problem: null, isBehind: false };
      if (before.key === key && before.problem === null) return { ...before, asked, isBehind: true };
      return { asked, key, last: before.last, problem: result.problem, isBehind: false };
    });
  };
  const retry = () => {
    setKnown((before) => ({ ...before, asked: null, key: null }));
    void refresh();
  };
  const ask = useEffectEvent(() => void refresh());
  useEffect(() => {
    if (asked === null) return;
    ask();
    return () => asking.current?.abort();
  }, [asked]);

  const tryAgain = useEffectEvent(() => (known.isBehind ? void refresh() : retry()));
  const hasFailed = known.problem !== null || known.isBehind;
  useEffect(() => {
    if (!hasFailed) return;
    const listener = () => tryAgain();
    window.addEventListener('online', listener);
    return () => window.removeEventListener('online', listener);
  }, [hasFailed]);

  const replace = (data: Data) => setKnown({ asked, key, last: data, problem: null, isBehind: false });
  const more = { last: known.last, retry, refresh, replace };
  if (asked === null) return { ...more, state: 'loading' };
  if (cache.has(asked)) return { ...more, state: 'ready', data: cache.get(asked) as Data };
  if (known.problem === null && known.key === key) return { ...more, state: 'ready', data: known.last as Data };
  if (known.problem !== null && known.asked === asked) return { ...more, state: 'failed', problem: known.problem };
  return { ...more, state: 'loading' };
}

const keyOf = (route: RouteKey, input: unknown) => `${route} ${JSON.stringify(input)}`;

type Early = { until: number; answer: Promise<Result<unknown>> };
const early = new Map<string, Early>();
const earlyLifeMs = 5 * 60_000;

/** Asks what the next screen will ask, so that it need not wait. The first to want the answer takes it. */
export function useAhead<Key extends RouteKey>(route: Key, input: CallInput<Routes[Key]>): void {
  const key = `${useLanguage()} ${keyOf(route, input)}`;
  const ask = useEffectEvent((asked: string) =>
    early.set(asked, { until: Date.now() + earlyLifeMs, answer: call(route, input) }),
  );
  useEffect(() => void ask(key), [key]);
}

/** Null where nothing was asked ahead, or it failed, or is too old. */
async function takeEarly<Data>(asked: string): Promise<{ ok: true; data: Data } | null> {
  const known = early.get(asked);
  early.delete(asked);
  if (!known || known.until < Date.now()) return null;
  const result = (await known.answer) as Result<Data>;
  return result.ok ? result : null;
}

/** What a call of the API answers. `null` in place of the input asks nothing yet. */
export function useQuery<Key extends RouteKey>(
  route: Key,
  input: CallInput<Routes[Key]> | null,
  { timeoutMs, ...options }: Options & { timeoutMs?: number } = {},
): QueryOf<Routes[Key]> {
  const question = input && {
    key: keyOf(route, input),
    fetch: (signal: AbortSignal) => call(route, input, { signal, ...(timeoutMs === undefined ? {} : { timeoutMs }) }),
  };
  return useLatest(question, options);
}
