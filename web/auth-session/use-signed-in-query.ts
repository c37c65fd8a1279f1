import { useEffect, useEffectEvent } from 'react';
import type { RouteKey, Routes } from '#contract/api/routes.ts';
import type { CallInput } from '#web/api/call.ts';
import { type QueryOf, useQuery } from '#web/api/use-query.ts';
import { useSignedIn } from './signed-in.ts';

/**
 * What a page for people who are signed in shows. A session that ended under it is said by the window that asks for the
 * login; after that the page asks again by itself.
 */
export function useSignedInQuery<Key extends RouteKey>(
  route: Key,
  input: CallInput<Routes[Key]>,
  options?: { delayMs?: number },
): QueryOf<Routes[Key]> {
  const query = useQuery(route, input, options);
  const { state } = useSignedIn();
  const isDue = state === 'in' && query.state === 'failed' && query.problem.code === 'NOT_SIGNED_IN';
  const askAgain = useEffectEvent(query.retry);
  useEffect(() => {
    if (isDue) askAgain();
  }, [isDue]);
  return query;
}
