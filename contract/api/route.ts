import type * as z from 'zod/mini';
import type { ProblemCode } from '../error-codes.ts';
import type { Caller } from './callers.ts';
import type { RouteLimit } from './limits.ts';

export type Schema = z.core.$ZodType;
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** `payment`: by its outcome. `step`: of a flow, once for each accepted call. */
type RouteMetrics = { payment?: true } & (FlowStep | { flow?: never; step?: never });
export type FlowStep = { flow: 'parent' | 'invite' | 'professional' | 'all'; step: string };

/** What holds for every call of a route, whatever its request and response. */
export type RouteRules = {
  caller: Caller;
  /** Counted in this order. The limits: `server/rate-limits/limits.ts`. */
  limits: readonly [RouteLimit, ...RouteLimit[]];
  /**
   * Refused last under overload. Without it a call has normal priority if it carries the proof of something in
   * progress, and low otherwise.
   */
  priority?: 'critical';
  /** Could hand the account over: the user must have proved their identity recently. */
  fresh?: true;
  /** Its body is a form posted by another server, with a signature that proves the sender. */
  signedForm?: true;
  /** Why a call may be refused, besides what follows from the rest of the row: `problemsOf`. */
  errors?: readonly ProblemCode[];
  /** Maximum size of the body; 64 KB by default. */
  maxBodyBytes?: number;
  /** What the calls count as in the metrics, besides their path pattern. */
  metrics?: RouteMetrics;
};

/** One call of the API. Paths are relative to `/api`; `:name` marks a path parameter. */
export type Route = RouteRules & {
  method: Method;
  path: string;
  tag: string;
  summary: string;
  params?: Schema;
  query?: Schema;
  headers?: Schema;
  body?: Schema;
  /** The content of a 2xx response. */
  answer: Schema;
  /** Media type of a response that is a file; `answer` then only describes it. */
  file?: 'application/pdf' | 'application/json' | 'text/csv' | 'text/plain' | 'text/calendar';
  /** A 2xx status other than 200. */
  status?: 201 | 202 | 204;
};

type Input<S> = S extends Schema ? z.core.input<S> : undefined;
type Output<S> = S extends Schema ? z.core.output<S> : undefined;

export type ParamsOf<R extends Route> = Output<R['params']>;
export type QueryOf<R extends Route> = Output<R['query']>;
export type HeadersOf<R extends Route> = Output<R['headers']>;
export type BodyOf<R extends Route> = Output<R['body']>;
export type AnswerOf<R extends Route> = Output<R['answer']>;
/** What a caller may send: before defaults are filled in and text is trimmed. */
export type BodyInput<R extends Route> = Input<R['body']>;

/** Keeps the literal types of a route, so that web and server infer from the same object. */
export function route<const R extends Route>(definition: R): R {
  return definition;
}
