import { subscribe } from 'node:diagnostics_channel';
import http from 'node:http';
import https from 'node:https';
import type { Unknown, UnknownCause } from '../port.ts';

/** No response within the timeout. The gateway may still execute the request. */
class DeadlineError extends Error {}

/** Agents whose responses are inspected before the SDK parses them. */
const guarded = new WeakSet<object>();

/** Node publishes each response before it passes it to the caller. */
subscribe('http.client.response.finish', (message) => {
  const { request, response } = message as { request: { agent?: object }; response: http.IncomingMessage };
  if (!request.agent || !guarded.has(request.agent)) return;
  const { headers } = response;
  if (!headers['content-type']?.includes('application/xml')) headers['content-type'] = 'text/plain';
});

/**
 * Connections for the SDK. It parses JSON inside an event handler, where a broken body would end the process, so only
 * XML keeps its content type. Connections are not reused: one that the gateway closed meanwhile would turn a sale
 * nobody sent into an unknown one.
 */
export function guardedAgent({ secure }: { secure: boolean }): http.Agent {
  const agent = new (secure ? https.Agent : http.Agent)({ keepAlive: false });
  guarded.add(agent);
  return agent;
}

/** Rejects when a call exceeds its time limit, however slowly the response trickles in. */
export async function withinDeadline<Result>({
  timeoutMs,
  call,
}: {
  timeoutMs: number;
  call: () => Promise<Result>;
}): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new DeadlineError(`No response from the payment gateway within ${timeoutMs} ms`)),
      timeoutMs,
    );
  });
  try {
    return await Promise.race([call(), deadline]);
  } finally {
    clearTimeout(timer);
  }
}

export type CallGateway = <Result>(call: () => Promise<Result>) => Promise<Result | Unknown>;

/** Runs one call of the SDK; an exception becomes `unknown`. */
export function callWithin(timeoutMs: number): CallGateway {
  return async (call) => {
    try {
      return await withinDeadline({ timeoutMs, call });
    } catch (error) {
      return { outcome: 'unknown', cause: causeOf(error) };
    }
  };
}

const causesByType: Record<string, UnknownCause> = {
  authenticationError: 'credentials',
  authorizationError: 'credentials',
  notFoundError: 'credentials',
  requestTimeoutError: 'timeout',
  gatewayTimeoutError: 'timeout',
  tooManyRequestsError: 'rate_limited',
  serverError: 'server_error',
  serviceUnavailableError: 'unavailable',
  upgradeRequired: 'unavailable',
  unexpectedError: 'connection',
};

/**
 * The cause behind an exception of the SDK. Our own mistakes, such as keys that the SDK does not know, are rethrown.
 */
export function causeOf(error: unknown): UnknownCause {
  if (error instanceof DeadlineError) return 'timeout';
  const type = typeOf(error);
  if (type === 'invalidKeysError') throw error;
  if (type === null) return 'unreadable';
  return causesByType[type] ?? 'unreadable';
}

export function isNotFound(error: unknown): boolean {
  return typeOf(error) === 'notFoundError';
}

function typeOf(error: unknown): string | null {
  return typeof error === 'object' && error !== null && 'type' in error && typeof error.type === 'string'
    ? error.type
    : null;
}
