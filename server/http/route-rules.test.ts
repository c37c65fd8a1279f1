import Fastify, { type FastifyInstance } from 'fastify';
import { expect, expectTypeOf, test } from 'vitest';
import { listCountries } from '#contract/api/lookups.ts';
import type { RouteRules } from '#contract/api/route.ts';
import { type ProblemOf, problemsOf } from '#contract/api/route-problems.ts';
import { signIn } from '#contract/api/sign-in.ts';
import type { RateLimiter } from '../rate-limits/rate-limiter.ts';
import type { Refusal } from '../refusal.ts';
import type { Handler } from './bind.ts';
import { limitCalls } from './limit-calls.ts';
import { requireRules } from './route-rules.ts';

const open: RateLimiter = {
  attempt: async () => ({ retryAfterSeconds: null }),
  maySend: async () => ({ send: true, retryAfterSeconds: null }),
  ended: async () => undefined,
  forgive: async () => undefined,
};

const siteWith = (routes: (api: FastifyInstance) => void) => {
  const app = Fastify();
  app.register(
    async (api) => {
      requireRules(api);
      limitCalls(api, open);
      await api.register(async (calls) => routes(calls));
    },
    { prefix: '/api' },
  );
  return app;
};

test('P4: the server refuses to start with a call without caller and limits, and names it', async () => {
  await expect(siteWith((api) => api.post('/v2/new-call', async () => ({}))).listen({ port: 0 })).rejects.toThrow(
    'Missing caller and limits for POST /api/v2/new-call: bind a route of contract/api.',
  );
});

test('P4: a read-only call needs rules too', async () => {
  await expect(siteWith((api) => api.get('/v2/new-look', async () => ({}))).ready()).rejects.toThrow(
    'GET /api/v2/new-look',
  );
});

test('P4: the server refuses to start with a call whose limits or caller are left out', async () => {
  const without = (rules: Partial<RouteRules>) =>
    siteWith((api) => api.post('/v2/new-call', { config: { rules: rules as RouteRules } }, async () => ({}))).ready();
  await expect(without({ caller: 'anyone', limits: [] as never })).rejects.toThrow('POST /api/v2/new-call');
  await expect(without({ limits: ['read'] })).rejects.toThrow('POST /api/v2/new-call');
});

test('P4: the server starts when every call has rules', async () => {
  const app = siteWith((api) =>
    api.get(listCountries.path, { config: { rules: listCountries } }, async () => ({ found: true })),
  );
  expect((await app.inject(`/api${listCountries.path}`)).json()).toEqual({ found: true });
});

test('P4: a handler that refuses with a problem its route does not list does not compile', () => {
  type Answer = Awaited<ReturnType<Handler<typeof signIn>>>;
  expectTypeOf<Refusal<'SIGN_IN_FAILED'>>().toExtend<Answer>();
  expectTypeOf<Refusal<'CONFLICT'>>().not.toExtend<Answer>();
  const allowed = [
    ...(['SIGN_IN_FAILED', 'SECOND_FACTOR_NEEDED', 'VALIDATION', 'FORBIDDEN', 'TOO_LARGE'] as const),
    ...(['UNREADABLE', 'NEW_RELEASE', 'TOO_MANY_REQUESTS', 'BUSY', 'UNEXPECTED'] as const),
  ];
  expectTypeOf<(typeof allowed)[number]>().toEqualTypeOf<ProblemOf<typeof signIn>>();
  expect([...problemsOf(signIn)].toSorted()).toEqual(allowed.toSorted());
});
