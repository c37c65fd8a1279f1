import { useState } from 'react';
import type { AnswerOf, Route } from '#contract/api/route.ts';
import { type CallInput, call } from '#web/api/call.ts';
import type { Answer } from '#web/api/use-answer.ts';
import { useSignedInAnswer } from '#web/auth-session/use-signed-in-answer.ts';

type AccountAnswer<R extends Route> = {
  answer: Answer<R>;
  /** Asks again while the last answer stays in sight. What cannot be had now leaves the last one standing. */
  refresh: () => Promise<void>;
  /** Takes an answer that another call brought. */
  replace: (data: AnswerOf<R>) => void;
};

/** What a page of the account shows, and how it learns of a change. */
export function useAccountAnswer<const R extends Route>(route: R, input: CallInput<R>): AccountAnswer<R> {
  const first = useSignedInAnswer(route, input);
  const [newer, setNewer] = useState<{ than: AnswerOf<R>; data: AnswerOf<R> } | null>(null);
  const shown = first.state === 'ready' ? first.data : null;
  const replace = (data: AnswerOf<R>) => {
    if (shown !== null) setNewer({ than: shown, data });
  };
  const refresh = async () => {
    const result = await call(route, input);
    if (result.ok) replace(result.data);
  };
  // A change of language asks anew: what came before it no longer counts.
  const answer: Answer<R> = newer !== null && newer.than === shown ? { state: 'ready', data: newer.data } : first;
  return { answer, refresh, replace };
}
