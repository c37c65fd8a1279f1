import type { ProblemCode } from '../error-codes.ts';
import { callers } from './callers.ts';
import type { Route, RouteRules } from './route.ts';

/** What any call may be answered, whatever it asks for. */
const ofAnyCall: readonly ProblemCode[] = ['UNREADABLE', 'NEW_RELEASE', 'TOO_MANY_REQUESTS', 'BUSY', 'UNEXPECTED'];
/** A write may come from another site's page, or be longer than any form. */
const ofWrites: readonly ProblemCode[] = ['FORBIDDEN', 'TOO_LARGE'];

/** Every problem that a call of a route may be answered: what its row names, and what follows from the rest of it. */
export function problemsOf(route: RouteRules & Partial<Route>): ReadonlySet<ProblemCode> {
  const { caller, method = 'GET', params, query, body, errors = [] } = route;
  return new Set([
    ...errors,
    ...callers[caller].refusals,
    ...(params ? ['NOT_FOUND' as const] : []),
    ...(query || body ? ['VALIDATION' as const] : []),
    ...(method === 'GET' ? [] : ofWrites),
    ...ofAnyCall,
  ]);
}
