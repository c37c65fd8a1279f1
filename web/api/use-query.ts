import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { AnswerOf, Route } from '#contract/api/route.ts';
import type { RouteKey, Routes } from '#contract/api/routes.ts';
import { useLanguage } from '#web/i18n/language.ts';
import { type CallInput, call } from './call.ts';
import type { CallProblem } from './problem.ts';

/** The state of a query. */
export type Query<Data> = {
  /** The latest data, possibly of an earlier request; null before the first. */
  last: Data | null;
  /** Loads again and shows the loading state meanwhile. */
  retry: () => void;
  /** As `retry`, but shows the response after `until`. Never resolves if the response leads away from the page. */
  retryUntil: (until: Promise<unknown>) => Promise<void>;
  /** Loads again while the current data stays visible; if that fails, the data stays. */
  refresh: () => Promise<void>;
  /** Stores data that another call returned. */
  replace: (data: Data) => void;
} & ({ state: 'loading' } | { state: 'failed'; problem: CallProblem } | { state: 'ready'; data: Data });

export type QueryOf<R extends Route> = Query<AnswerOf<R>>;

/**
 * Another key is another request. A `null` result: the response leads away from the page, so the query keeps loading.
 */
type Question<Data> = { key: string; fetch: (signal: AbortSignal) => Promise<Result<Data> | null> };
type Result<Data> = { ok: true; data: Data } | { ok: false; problem: CallProblem };

type Options = {
  /** For lists that do not change while the page is open: loaded once. */
  cached?: boolean;
  /** Debounces changes that follow each other. */
  delayMs?: number;
  /** The response is the same in every language. */
  languageNeutral?: boolean;
};

/** `isStale`: the data is of an earlier request, because the current one failed. */
type LatestResult<Data> = {
  requestKey: string | null;
  key: string | null;
  last: Data | null;
  problem: CallProblem | null;
  isStale: boolean;
};

const cache = new Map<string, unknown>();

/** For tests: every list is loaded again, as after a reload. */
export const clearCache = (): void => cache.clear();

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Loads whenever the key or the language changes; an outdated response is dropped. While only the language changes the
 * current data stays visible, so that nothing chosen or typed beside it is lost. `null` loads nothing yet. Retries when
 * the connection is back.
 */
export function useLatest<Data>(
  question: Question<Data> | null,
  { cached = false, delayMs = 0, languageNeutral = false }: Options = {},
): Query<Data> {
  const language = useLanguage();
  const key = question?.key ?? null;
  const requestKey = key === null || languageNeutral ? key : `${language} ${key}`;
  const [latest, setLatest] = useState<LatestResult<Data>>({
    requestKey: null,
    key: null,
    last: null,
    problem: null,
    isStale: false,
  });
  const pendingRequest = useRef<AbortController>(null);

  const refresh = async (until?: Promise<unknown>): Promise<void> => {
    pendingRequest.current?.abort();
    if (question === null || requestKey === null || cache.has(requestKey)) return;
    pendingRequest.current = new AbortController();
    const { signal } = pendingRequest.current;
    if (delayMs > 0) {
      await pause(delayMs);
      if (signal.aborted) return;
    }
    const result = (await takePrefetched<Data>(requestKey)) ?? (await question.fetch(signal));
    await until;
    if (signal.aborted) return;
    if (result === null) return new Promise(() => {});
    if (result.ok && cached) cache.set(requestKey, result.data);
    setLatest((before) => {
      if (result.ok) return { requestKey, key, last: result.data, problem: null, isStale: false };
      if (before.key === key && before.problem === null) return { ...before, requestKey, isStale: true };
      return { requestKey, key, last: before.last, problem: result.problem, isStale: false };
    });
  };
  const retryUntil = (until?: Promise<unknown>) => {
    setLatest((before) => ({ ...before, requestKey: null, key: null }));
    return refresh(until);
  };
  const retry = () => void retryUntil();
  const load = useEffectEvent(() => void refresh());
  useEffect(() => {
    if (requestKey === null) return;
    load();
    return () => pendingRequest.current?.abort();
  }, [requestKey]);

  const reload = useEffectEvent(() => (latest.isStale ? void refresh() : retry()));
  const hasFailed = latest.problem !== null || latest.isStale;
  useEffect(() => {
    if (!hasFailed) return;
    const listener = () => reload();
    window.addEventListener('online', listener);
    return () => window.removeEventListener('online', listener);
  }, [hasFailed]);

  const replace = (data: Data) => setLatest({ requestKey, key, last: data, problem: null, isStale: false });
  const more = { last: latest.last, retry, retryUntil, refresh, replace };
  if (requestKey === null) return { ...more, state: 'loading' };
  if (cache.has(requestKey)) return { ...more, state: 'ready', data: cache.get(requestKey) as Data };
  if (latest.problem === null && latest.key === key) return { ...more, state: 'ready', data: latest.last as Data };
  if (latest.problem !== null && latest.requestKey === requestKey)
    return { ...more, state: 'failed', problem: latest.problem };
  return { ...more, state: 'loading' };
}

const keyOf = (route: RouteKey, input: unknown) => `${route} ${JSON.stringify(input)}`;

type Prefetched = { until: number; answer: Promise<Result<unknown>> };
const prefetched = new Map<string, Prefetched>();
const prefetchedLifeMs = 5 * 60_000;

/** Prefetches what the next screen will load. The first query for it consumes the result. */
export function usePrefetch<Key extends RouteKey>(route: Key, input: CallInput<Routes[Key]>): void {
  const key = `${useLanguage()} ${keyOf(route, input)}`;
  const prefetch = useEffectEvent((requestKey: string) =>
    prefetched.set(requestKey, { until: Date.now() + prefetchedLifeMs, answer: call(route, input) }),
  );
  useEffect(() => void prefetch(key), [key]);
}

/** Null if nothing was prefetched, the prefetch failed, or it is too old. */
async function takePrefetched<Data>(requestKey: string): Promise<{ ok: true; data: Data } | null> {
  const entry = prefetched.get(requestKey);
  prefetched.delete(requestKey);
  if (!entry || entry.until < Date.now()) return null;
  const result = (await entry.answer) as Result<Data>;
  return result.ok ? result : null;
}

/** Loads a route of the API. `null` instead of the input loads nothing yet. */
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
