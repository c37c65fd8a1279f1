import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import type { AnswerOf, Route } from '#contract/api/route.ts';
import { useLanguage } from '../i18n/language.ts';
import { type CallInput, call } from './call.ts';
import type { CallProblem } from './problem.ts';

export type Answer<R extends Route> =
  | { state: 'loading' }
  | { state: 'failed'; problem: CallProblem; retry: () => void }
  | { state: 'ready'; data: AnswerOf<R> };

type Options = {
  /** Lists that do not change while the page is open are asked for once. */
  keep?: boolean;
};

const kept = new Map<string, unknown>();
const loading = { state: 'loading' } as const;

/**
 * What a GET answers, asked again when the input or the language changes; an answer that is no longer wanted is dropped.
 * `null` in place of the input asks nothing yet. It tries again by itself when the connection is back.
 */
export function useAnswer<const R extends Route>(route: R, input: CallInput<R> | null, { keep = false }: Options = {}): Answer<R> {
  const language = useLanguage();
  const key = input === null ? null : `${language} ${route.path} ${JSON.stringify(input)}`;
  const [round, setRound] = useState(0);
  const retry = useCallback(() => setRound((count) => count + 1), []);
  /** One asking: another round is another one, so that a failure gives way to waiting. */
  const asking = key === null ? null : `${round} ${key}`;
  const [found, setFound] = useState<{ asking: string | null; answer: Answer<R> }>({ asking: null, answer: loading });

  const ask = useEffectEvent(async (signal: AbortSignal) =>
    key === null || input === null || kept.has(key) ? null : call(route, input, { signal }),
  );

  useEffect(() => {
    const aborter = new AbortController();
    void ask(aborter.signal).then((result) => {
      if (result === null || aborter.signal.aborted) return;
      if (result.ok && keep && key !== null) kept.set(key, result.data);
      setFound({ asking, answer: result.ok ? { state: 'ready', data: result.data } : { state: 'failed', problem: result.problem, retry } });
    });
    return () => aborter.abort();
  }, [asking, key, keep, retry]);

  const failed = found.answer.state === 'failed';
  useEffect(() => {
    if (!failed) return;
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, [failed, retry]);

  if (key !== null && kept.has(key)) return { state: 'ready', data: kept.get(key) as AnswerOf<R> };
  return found.asking === asking ? found.answer : loading;
}
