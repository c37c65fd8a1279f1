import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import type { AnswerOf, Route } from '#contract/api/route.ts';
import { useLanguage } from '#web/i18n/language.ts';
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

/** As after a reload: every list is asked for again. */
export const forgetKept = (): void => kept.clear();

const loading = { state: 'loading' } as const;

/** `behind`: the answer is that of an earlier language, for the one that is wanted could not be had. */
type Found<R extends Route> = { asking: string | null; question: string | null; answer: Answer<R>; behind: boolean };

/**
 * What a GET answers, asked again when the input or the language changes; an answer that is no longer wanted is
 * dropped. While the same is asked in another language the last answer stays, so that nothing that was chosen or typed
 * beside it is lost.
 * `null` in place of the input asks nothing yet. It tries again by itself when the connection is back.
 */
export function useAnswer<const R extends Route>(
  route: R,
  input: CallInput<R> | null,
  { keep = false }: Options = {},
): Answer<R> {
  const language = useLanguage();
  const question = input === null ? null : `${route.path} ${JSON.stringify(input)}`;
  const key = question === null ? null : `${language} ${question}`;
  const [round, setRound] = useState(0);
  const retry = useCallback(() => setRound((count) => count + 1), []);
  /** One asking: another round is another one, so that a failure gives way to waiting. */
  const asking = key === null ? null : `${round} ${key}`;
  const [found, setFound] = useState<Found<R>>({ asking: null, question: null, answer: loading, behind: false });

  const ask = useEffectEvent(async (signal: AbortSignal) =>
    key === null || input === null || kept.has(key) ? null : call(route, input, { signal }),
  );

  useEffect(() => {
    const aborter = new AbortController();
    void ask(aborter.signal).then((result) => {
      if (result === null || aborter.signal.aborted) return;
      if (result.ok && keep && key !== null) kept.set(key, result.data);
      setFound((last) => {
        if (result.ok) return { asking, question, answer: { state: 'ready', data: result.data }, behind: false };
        if (last.question === question && last.answer.state === 'ready') return { ...last, asking, behind: true };
        return { asking, question, answer: { state: 'failed', problem: result.problem, retry }, behind: false };
      });
    });
    return () => aborter.abort();
  }, [asking, question, key, keep, retry]);

  const failed = found.answer.state === 'failed' || found.behind;
  useEffect(() => {
    if (!failed) return;
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, [failed, retry]);

  if (key !== null && kept.has(key)) return { state: 'ready', data: kept.get(key) as AnswerOf<R> };
  const holds = found.asking === asking || (found.question === question && found.answer.state === 'ready');
  return holds ? found.answer : loading;
}
