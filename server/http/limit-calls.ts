import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Route } from '#contract/api/route.ts';
import { callerOf } from '../rate-limits/network-address.ts';
import type { RateLimiter, Subjects } from '../rate-limits/rate-limiter.ts';
import { refuse } from '../refusal.ts';
import { callLanguage } from './language.ts';
import { type Limited, type LimitedRequest, limitedCalls } from './limited-calls.ts';
import { sendRefusal } from './send-refusal.ts';

const keyOf = (method: string, url: string) => `${method === 'HEAD' ? 'GET' : method} ${url}`;

function callsByRoute(prefix: string): Map<string, Limited<Route>[]> {
  const byRoute = new Map<string, Limited<Route>[]>();
  for (const { route, limited } of limitedCalls) {
    const key = keyOf(route.method, `${prefix}${route.path}`);
    byRoute.set(key, [...(byRoute.get(key) ?? []), limited]);
  }
  return byRoute;
}

/** Counts by the address alone, so it needs nothing of the call and can be counted before the body is read. */
const isCountedEarly = ({ subjects, points }: Limited<Route>) => subjects === undefined && points === undefined;

const limitedRequest = (request: FastifyRequest): LimitedRequest<Route> => {
  const { body, params, query } = request;
  return { body, params, query, request };
};

async function subjectsOf(limited: Limited<Route>, request: FastifyRequest): Promise<Subjects | null> {
  const own = limited.subjects ? await limited.subjects(limitedRequest(request)) : {};
  return own && { ...callerOf(request.ip), ...own };
}

function tooMany(request: FastifyRequest, reply: FastifyReply, retryAfterSeconds: number): FastifyReply {
  return sendRefusal({
    reply,
    request,
    refusal: refuse('TOO_MANY_REQUESTS', { extra: { retryAfterSeconds } }),
    language: callLanguage(request),
  });
}

/** A route without a limit would be one that anybody can call without end: the server does not start with it. */
function requireLimits(api: FastifyInstance, byRoute: ReadonlyMap<string, unknown>): void {
  const unlimited: string[] = [];
  api.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) if (!byRoute.has(keyOf(one, url))) unlimited.push(`${one} ${url}`);
  });
  api.addHook('onReady', async () => {
    if (unlimited.length === 0) return;
    throw new Error(`No limit stated for ${unlimited.join(', ')}. Add a row to server/http/limited-calls.ts.`);
  });
}

/**
 * Refuses calls that come too often, before they do anything: 429 with Retry-After. Call it before the routes are
 * registered: a route without a limit lets `ready()` and `listen()` throw.
 */
export function limitCalls(api: FastifyInstance, rateLimiter: RateLimiter): void {
  const byRoute = callsByRoute(api.prefix);
  const limitsOf = (request: FastifyRequest) =>
    byRoute.get(keyOf(request.method, request.routeOptions.url ?? '')) ?? [];
  const passed = new WeakSet<FastifyRequest>();
  requireLimits(api, byRoute);

  const count = async (request: FastifyRequest, limits: readonly Limited<Route>[]): Promise<number | null> => {
    for (const { action, points, ...limited } of limits) {
      const subjects = await subjectsOf({ action, ...limited }, request);
      if (!subjects) continue;
      const { retryAfterSeconds } = await rateLimiter.attempt(action, subjects, points?.(limitedRequest(request)));
      if (retryAfterSeconds !== null) return retryAfterSeconds;
    }
    return null;
  };

  api.addHook('onRequest', async (request, reply) => {
    const wait = await count(request, limitsOf(request).filter(isCountedEarly));
    if (wait !== null) return tooMany(request, reply, wait);
  });

  api.addHook('preHandler', async (request, reply) => {
    const wait = await count(
      request,
      limitsOf(request).filter((limited) => !isCountedEarly(limited)),
    );
    if (wait !== null) return tooMany(request, reply, wait);
    passed.add(request);
  });

  // Counted before the answer leaves: the next try comes after it.
  api.addHook('onSend', async (request, reply) => {
    if (!passed.has(request)) return;
    for (const limited of limitsOf(request)) {
      if (!limited.failure?.includes(reply.statusCode)) continue;
      const subjects = await subjectsOf(limited, request);
      if (subjects) await rateLimiter.failed(limited.action, subjects);
    }
  });
}
