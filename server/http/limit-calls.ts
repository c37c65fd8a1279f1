import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Caller, callers } from '#contract/api/callers.ts';
import type { RouteLimit } from '#contract/api/limits.ts';
import type { Route } from '#contract/api/route.ts';
import type { ProblemCode } from '#contract/error-codes.ts';
import { type Limit, limits } from '../rate-limits/limits.ts';
import { callerOf } from '../rate-limits/network-address.ts';
import type { RateLimiter, Subjects } from '../rate-limits/rate-limiter.ts';
import { refuse } from '../refusal.ts';
import { provenCaller } from './guards.ts';
import { callLanguage } from './language.ts';
import type { CountedCall, Counting } from './route-rules.ts';
import { refusalOf, sendRefusal } from './send-refusal.ts';

type CountedLimit = { name: RouteLimit; caller: Caller; counting: NonNullable<Counting[RouteLimit]> };

/** The problems that count as a failed attempt. */
const failures: Partial<Record<RouteLimit, readonly ProblemCode[]>> = {
  'sign-in': ['SIGN_IN_FAILED'],
  'resume-by-code': ['VALIDATION'],
  'exchange-invite-code': ['VALIDATION'],
  'declined-payment': ['PAYMENT_DECLINED', 'PAYMENT_METHOD_REJECTED'],
  'asked-for-holder': ['AUTHENTICATION_REQUIRED'],
};

function countedBy({ routeOptions: { config } }: FastifyRequest): CountedLimit[] {
  const { rules, counting = {} } = config;
  return rules ? rules.limits.map((name) => ({ name, caller: rules.caller, counting: counting[name] ?? {} })) : [];
}

const countedCall = (request: FastifyRequest): CountedCall<Route> => {
  const { body, params, query } = request;
  return { body, params, query, request };
};

/**
 * Counted by the network address alone, so that it needs nothing of the call and can be counted before the body is
 * read.
 */
function isCountedEarly({ name, caller, counting }: CountedLimit): boolean {
  const list: readonly Limit[] = limits[name];
  const byAddress = callers[caller].proof === null || list.every(({ by }) => by === 'address');
  return byAddress && counting.subjects === undefined && counting.points === undefined;
}

async function subjectsOf({ counting }: CountedLimit, request: FastifyRequest): Promise<Subjects> {
  const own = counting.subjects ? await counting.subjects(countedCall(request)) : provenCaller(request);
  return { ...callerOf(request.ip), ...own };
}

function tooMany(request: FastifyRequest, reply: FastifyReply, retryAfterSeconds: number): FastifyReply {
  return sendRefusal({
    reply,
    request,
    refusal: refuse('TOO_MANY_REQUESTS', { extra: { retryAfterSeconds } }),
    language: callLanguage(request),
  });
}

/** Refuses calls that come too often, before they do anything: 429 with Retry-After. */
export function limitCalls(api: FastifyInstance, rateLimiter: RateLimiter): void {
  /** Limits that admitted a call and depend on its outcome. */
  const pendingAttempts = new WeakMap<FastifyRequest, { name: RouteLimit; subjects: Subjects }[]>();

  const count = async (request: FastifyRequest, list: readonly CountedLimit[]): Promise<number | null> => {
    for (const counted of list) {
      const points = counted.counting.points?.(countedCall(request)) ?? 1;
      if (points === 0) continue;
      const subjects = await subjectsOf(counted, request);
      const { retryAfterSeconds } = await rateLimiter.attempt(counted.name, subjects, points);
      if (retryAfterSeconds !== null) return retryAfterSeconds;
      if (failures[counted.name])
        pendingAttempts.set(request, [...(pendingAttempts.get(request) ?? []), { name: counted.name, subjects }]);
    }
    return null;
  };

  api.addHook('onRequest', async (request, reply) => {
    const wait = await count(request, countedBy(request).filter(isCountedEarly));
    if (wait !== null) return tooMany(request, reply, wait);
  });

  api.addHook('preHandler', async (request, reply) => {
    const wait = await count(
      request,
      countedBy(request).filter((counted) => !isCountedEarly(counted)),
    );
    if (wait !== null) return tooMany(request, reply, wait);
  });

  // Counted before the response is sent: the next try comes after it.
  api.addHook('onSend', async (request) => {
    const refused = refusalOf(request);
    const ends = (pendingAttempts.get(request) ?? []).map(({ name, subjects }) => {
      const how = refused !== null && failures[name]?.includes(refused) ? 'failed' : 'well';
      return rateLimiter.ended(name, subjects, how);
    });
    await Promise.all(ends);
  });
}
