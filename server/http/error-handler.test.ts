import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { handleErrors } from './error-handler.ts';

test.each([
  ['40P01', 503, '5'],
  ['23505', 500, undefined],
])('REL3: PostgreSQL’s %s is answered with %i', async (code, status, retryAfter) => {
  const app = Fastify();
  handleErrors(app, { release: null });
  app.get('/', () => Promise.reject(Object.assign(new Error('of the database'), { code })));
  const { statusCode, headers } = await app.inject('/');
  expect([statusCode, headers['retry-after']]).toEqual([status, retryAfter]);
});
