import { useEffect, useEffectEvent } from 'react';
import type { RouteKey, Routes } from '#contract/api/routes.ts';
import type { CallInput } from '#web/api/call.ts';
import { type QueryOf, useQuery } from '#web/api/use-query.ts';
import { useNavigate } from '#web/navigation/NavigationView.tsx';
import { addresses } from '#web/site/addresses.ts';
import { useSignedIn } from './signed-in.ts';

/**
 * A query of a page for signed-in users. When the session ends a dialog asks for the login; after that the query loads
 * again by itself. An account that somebody else claims shows nothing: its pages lead to where that is decided.
 */
export function useSignedInQuery<Key extends RouteKey>(
  route: Key,
  input: CallInput<Routes[Key]>,
  options?: { delayMs?: number },
): QueryOf<Routes[Key]> {
  const query = useQuery(route, input, options);
  const { state } = useSignedIn();
  const isDue = state === 'in' && query.state === 'failed' && query.problem.code === 'NOT_SIGNED_IN';
  const isFrozen = query.state === 'failed' && query.problem.code === 'ACCOUNT_FROZEN';
  const navigate = useNavigate();
  useEffect(() => {
    if (isFrozen) void navigate(`${addresses.myAccount}?paused`, { replace: true });
  }, [isFrozen, navigate]);
  const retry = useEffectEvent(query.retry);
  useEffect(() => {
    if (isDue) retry();
  }, [isDue]);
  return query;
}
