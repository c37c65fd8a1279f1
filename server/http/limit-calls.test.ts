import Fastify, { type FastifyInstance } from 'fastify';
import { expect, test } from 'vitest';
import { listCountries } from '#contract/api/lookups.ts';
import type { RateLimiter } from '../rate-limits/rate-limiter.ts';
import { limitCalls } from './limit-calls.ts';

const open: RateLimiter = {
  attempt: async () => ({ retryAfterSeconds: null }),
  failed: async () => undefined,
  forgive: async () => undefined,
};

const siteWith = (routes: (api: FastifyInstance) => void) => {
  const app = Fastify();
  app.register(
    async (api) => {
      limitCalls(api, open);
      await api.register(async (calls) => routes(calls));
    },
    { prefix: '/api' },
  );
  return app;
};

test('P4: the server does not start with a call that has no limit, and names it', async () => {
  await expect(siteWith((api) => api.post('/v2/new-call', async () => ({}))).listen({ port: 0 })).rejects.toThrow(
    'No limit stated for POST /api/v2/new-call. Add a row to server/http/limited-calls.ts.',
  );
});

test('P4: a call that only looks needs a limit too', async () => {
  await expect(siteWith((api) => api.get('/v2/new-look', async () => ({}))).ready()).rejects.toThrow(
    'GET /api/v2/new-look',
  );
});

test('P4: the server starts when every call has a limit', async () => {
  const app = siteWith((api) => api.get(listCountries.path, async () => ({ found: true })));
  expect((await app.inject(`/api${listCountries.path}`)).json()).toEqual({ found: true });
});
