import type * as z from 'zod/mini';
import type { AnswerOf, Route, Schema } from '#contract/api/route.ts';
import type { RouteKey, Routes } from '#contract/api/routes.ts';
import { releaseHeader } from '#contract/boot.ts';
import { m } from '#messages/messages.js';
import { currentLanguage } from '#web/i18n/language.ts';
import { bootData } from '#web/site/boot.ts';
import type { CallProblem, ConnectionCode } from './problem.ts';

/** Headers that every call sends by itself. */
type OwnHeader = 'accept-language' | 'x-anonymous-id';

type Input<S> = S extends Schema ? z.core.input<S> : undefined;
type Part<Name extends string, Value> = Value extends undefined
  ? unknown
  : object extends Value
    ? { [Key in Name]?: Value }
    : { [Key in Name]: Value };

/** The input of a route: path parameters, query, body and headers, each only where the route has it. */
export type CallInput<R extends Route> = Part<'params', Input<R['params']>> &
  Part<'query', Input<R['query']>> &
  Part<'body', Input<R['body']>> &
  Part<'headers', Omit<NonNullable<Input<R['headers']>>, OwnHeader>>;

export type CallResult<R extends Route> = { ok: true; data: AnswerOf<R> } | { ok: false; problem: CallProblem };

type CallOptions = { signal?: AbortSignal; timeoutMs?: number };

/** Longer than the server's own gateway timeout, so that the server's answer arrives first. */
const defaultTimeoutMs = 30_000;

type Values = Record<string, string | number | boolean | null | undefined>;
type LooseInput = { params?: Values; query?: Values; body?: unknown; headers?: Record<string, string | undefined> };

/**
 * One call of the API. Rejections, lost connections and time-outs are values, never exceptions. The answer is not
 * validated again, because our own server made it from the same schema.
 */
export async function call<Key extends RouteKey>(
  route: Key,
  input: CallInput<Routes[Key]>,
  options: CallOptions = {},
): Promise<CallResult<Routes[Key]>> {
  const { params = {}, query = {}, body, headers = {} } = input as LooseInput;
  const timeout = AbortSignal.timeout(options.timeoutMs ?? defaultTimeoutMs);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  try {
    const method = route.slice(0, route.indexOf(' '));
    const response = await fetch(addressOf(route, params, query), {
      method,
      headers: headersOf(headers, body !== undefined),
      credentials: 'same-origin',
      cache: method === 'GET' ? 'default' : 'no-store',
      // `keepalive` lets a log-out finish although its page is closed at once.
      keepalive: method === 'DELETE',
      signal,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return await resultOf<Routes[Key]>(response);
  } catch {
    return { ok: false, problem: connectionProblem({ callerSignal: options.signal, timeout }) };
  }
}

/** A route's path with its parameters filled in and escaped, under /api, with the query's present members. */
export function addressOf(route: RouteKey, params: Values = {}, query: Values = {}): string {
  const path = route.slice(route.indexOf('/'));
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      value === undefined || value === null ? [] : [[name, String(value)]],
    ),
  ).toString();
  return `/api${filled}${search && `?${search}`}`;
}

function headersOf(inputHeaders: Record<string, string | undefined>, hasBody: boolean): Headers {
  const headers = new Headers({ accept: 'application/json', 'accept-language': currentLanguage() });
  if (hasBody) headers.set('content-type', 'application/json');
  const { anonymousId, release } = bootData();
  if (anonymousId) headers.set('x-anonymous-id', anonymousId);
  if (release) headers.set(releaseHeader, release);
  for (const [name, value] of Object.entries(inputHeaders)) if (value !== undefined) headers.set(name, value);
  return headers;
}

async function resultOf<R extends Route>(response: Response): Promise<CallResult<R>> {
  if (response.status === 204) return { ok: true, data: undefined as AnswerOf<R> };
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  const content: unknown = isJson ? await response.json() : null;
  if (response.ok && isJson) return { ok: true, data: content as AnswerOf<R> };
  return { ok: false, problem: refusedBy(content, response.status) };
}

let onNotSignedIn: () => void = () => undefined;

/** Calls the listener for every response that says the session has ended. Returns the unsubscribe function. */
export function hearNotSignedIn(listener: () => void): () => void {
  onNotSignedIn = listener;
  return () => {
    onNotSignedIn = () => undefined;
  };
}

/** The problem in a response that is not ok. */
export function refusedBy(content: unknown, status: number): CallProblem {
  const problem = problemOf(content, status);
  if (problem.code === 'NOT_SIGNED_IN') onNotSignedIn();
  return problem;
}

/** A proxy may have sent this response instead of our server. */
function problemOf(content: unknown, status: number): CallProblem {
  const known = typeof content === 'object' && content !== null && 'code' in content && 'message' in content;
  if (known) return { validationErrors: [], status, ...content } as CallProblem;
  return {
    code: status === 503 || status === 502 ? 'BUSY' : 'UNEXPECTED',
    status,
    message: m.ui_unexpected_error(),
    validationErrors: [],
  };
}

const connectionTexts: Record<ConnectionCode, () => string> = {
  OFFLINE: m.session_offline,
  UNREACHABLE: m.session_unreachable,
  TIMED_OUT: m.session_timed_out,
  ABORTED: m.session_unreachable,
};

/** Why no response arrived: aborted by the caller, timed out, or no connection. */
export function connectionProblem({
  callerSignal,
  timeout,
}: {
  callerSignal: AbortSignal | undefined;
  timeout: AbortSignal;
}): CallProblem {
  const code = connectionCodeOf(callerSignal, timeout);
  return { code, status: 0, message: connectionTexts[code](), validationErrors: [] };
}

function connectionCodeOf(callerSignal: AbortSignal | undefined, timeout: AbortSignal): ConnectionCode {
  if (callerSignal?.aborted) return 'ABORTED';
  if (timeout.aborted) return 'TIMED_OUT';
  return navigator.onLine ? 'UNREACHABLE' : 'OFFLINE';
}
