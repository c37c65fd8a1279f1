import { useEffect } from 'react';
import type { Route } from '#contract/api/route.ts';
import type { CallInput } from '#web/api/call.ts';
import { type Answer, useAnswer } from '#web/api/use-answer.ts';
import { useSignedIn } from './signed-in.ts';

/**
 * What a page for people who are signed in shows. A session that ended under it is said by the window that asks for the
 * login; after that the page asks again by itself.
 */
export function useSignedInAnswer<const R extends Route>(route: R, input: CallInput<R>): Answer<R> {
  const answer = useAnswer(route, input);
  const { state } = useSignedIn();
  const retry = answer.state === 'failed' && answer.problem.code === 'NOT_SIGNED_IN' ? answer.retry : null;
  useEffect(() => {
    if (retry !== null && state === 'in') retry();
  }, [retry, state]);
  return answer;
}
