import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { appleDomainRoute } from './apple-domain.ts';

test('the Apple domain file is served as configured, or 404 without one', async () => {
  const url = '/.well-known/apple-developer-merchantid-domain-association';
  const asked = async (association: string | undefined) => {
    const app = Fastify();
    appleDomainRoute(app, association);
    const { statusCode, body } = await app.inject({ url });
    return { statusCode, body };
  };
  expect(await asked('7B2276')).toEqual({ statusCode: 200, body: '7B2276' });
  expect(await asked(undefined)).toMatchObject({ statusCode: 404 });
});
