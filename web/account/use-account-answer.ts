import { useEffect, useRef, useState } from 'react';
import type { AnswerOf, Route } from '#contract/api/route.ts';
import { type CallInput, call } from '../api/call.ts';
import { type Answer, useAnswer } from '../api/use-answer.ts';
import { sessionEnded, useSignedIn } from './session/signed-in.ts';

type AccountAnswer<R extends Route> = {
  answer: Answer<R>;
  /** Asks again while the last answer stays in sight. What cannot be had now leaves the last one standing. */
  refresh: () => Promise<void>;
  /** Takes an answer that another call brought. */
  replace: (data: AnswerOf<R>) => void;
};

/**
 * What a page of the account shows. A session that ended under it is said by the window that asks for the login; after
 * that the page asks again by itself.
 */
export function useAccountAnswer<const R extends Route>(route: R, input: CallInput<R>): AccountAnswer<R> {
  const first = useAnswer(route, input);
  const [newer, setNewer] = useState<{ than: AnswerOf<R>; data: AnswerOf<R> } | null>(null);
  useSessionEnd(first);
  const shown = first.state === 'ready' ? first.data : null;
  const replace = (data: AnswerOf<R>) => {
    if (shown !== null) setNewer({ than: shown, data });
  };
  const refresh = async () => {
    const result = await call(route, input);
    if (result.ok) replace(result.data);
    else if (result.problem.code === 'NOT_SIGNED_IN') sessionEnded({ tell: true });
  };
  // A change of language asks anew: what came before it no longer counts.
  const answer: Answer<R> = newer !== null && newer.than === shown ? { state: 'ready', data: newer.data } : first;
  return { answer, refresh, replace };
}

function useSessionEnd<R extends Route>(answer: Answer<R>): void {
  const { state } = useSignedIn();
  const told = useRef(false);
  const retry = answer.state === 'failed' && answer.problem.code === 'NOT_SIGNED_IN' ? answer.retry : null;
  useEffect(() => {
    if (retry === null || state !== 'in') return;
    if (told.current) retry();
    else sessionEnded({ tell: true });
    told.current = !told.current;
  }, [retry, state]);
}
