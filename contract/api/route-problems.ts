import type { ProblemCode } from '../error-codes.ts';
import { callers } from './callers.ts';
import type { Route, RouteRules, Schema } from './route.ts';

/** Problems of every call, whatever it requests. */
const ofAnyCall = ['UNREADABLE', 'NEW_RELEASE', 'TOO_MANY_REQUESTS', 'BUSY', 'UNEXPECTED'] as const;
/** A write may come from another site's page, or exceed any form. */
const ofWrites = ['FORBIDDEN', 'TOO_LARGE'] as const;

/**
 * Every problem that a call of a route may return: those its row lists, and those that follow from the rest of the row.
 */
export function problemsOf(route: RouteRules & Partial<Route>): ReadonlySet<ProblemCode> {
  const { caller, method = 'GET', params, query, body, fresh, errors = [] } = route;
  return new Set([
    ...errors,
    ...callers[caller].refusals,
    ...(fresh ? ['FRESH_SIGN_IN_NEEDED' as const] : []),
    ...(params ? ['NOT_FOUND' as const] : []),
    ...(query || body ? ['VALIDATION' as const] : []),
    ...(method === 'GET' ? [] : ofWrites),
    ...ofAnyCall,
  ]);
}

/** The same for the compiler. */
export type ProblemOf<R extends Route> =
  | (R extends { errors: readonly (infer Code extends ProblemCode)[] } ? Code : never)
  | (typeof callers)[R['caller']]['refusals'][number]
  | (R extends { params: Schema } ? 'NOT_FOUND' : never)
  | (R extends { query: Schema } | { body: Schema } ? 'VALIDATION' : never)
  | (R['method'] extends 'GET' ? never : (typeof ofWrites)[number])
  | (typeof ofAnyCall)[number];
