import Fastify, { type FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { offlinePlaces } from '../../gateways/places/offline/offline-places.ts';
import { lookups } from '../../lookups/lookups.ts';
import { lookupRoutes } from './lookups.ts';

let app: FastifyInstance;

beforeAll(async () => {
  app = Fastify();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  await app.register(lookupRoutes({ lookups, places: offlinePlaces() }), { prefix: '/api' });
});

afterAll(() => app.close());

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url: `/api${url}`, headers });

describe('lists', () => {
  test.each([
    ['/v2/countries', 'countries'],
    ['/v2/countries/US/regions', 'regions'],
    ['/v2/countries/CA/timezones?region=SK', 'timezones'],
    ['/v2/phone-country-codes', 'phoneCountryCodes'],
    ['/v2/referrals', 'referrals'],
    ['/v2/security-questions', 'securityQuestions'],
    ['/v2/professional/options', 'titles'],
  ])('%s returns data that may be cached', async (url, member) => {
    const answer = await get(url);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()[member].length).toBeGreaterThan(0);
    expect(answer.headers['cache-control']).toMatch(/^public, max-age=86400/);
    expect(answer.headers.vary).toBe('accept-language');
    expect(answer.headers.etag).toMatch(/^"[\w-]{43}"$/);
  });

  test('an unchanged list is answered with 304 and no body', async () => {
    const { headers } = await get('/v2/countries');
    for (const known of [headers.etag, `W/${headers.etag}`, `"other", ${headers.etag}`]) {
      const again = await get('/v2/countries', { 'if-none-match': String(known) });
      expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', headers.etag]);
    }
    expect((await get('/v2/countries', { 'if-none-match': '"other"' })).statusCode).toBe(200);
  });

  test('list and ETag depend on the language', async () => {
    const [english, spanish] = await Promise.all(
      ['en', 'es'].map((language) => get('/v2/countries', { 'accept-language': language })),
    );
    expect(spanish?.json().countries[0]).toEqual({ value: 'US', label: 'Estados Unidos' });
    expect(spanish?.headers.etag).not.toBe(english?.headers.etag);
  });

  test('a country with a single time zone returns just that, so that the form can select it', async () => {
    expect((await get('/v2/countries/CA/timezones?region=AB')).json()).toEqual({
      timezones: [{ value: 'America/Edmonton', label: 'Alberta Time (Edmonton)' }],
    });
  });

  test('an unknown country is not found, and that is not cached', async () => {
    for (const url of ['/v2/countries/QQ/regions', '/v2/countries/QQ/timezones']) {
      const answer = await get(url);
      expect(answer.statusCode).toBe(404);
      expect(answer.headers['cache-control'] ?? 'no-store').not.toContain('public');
    }
    expect((await get('/v2/countries/us%2F/regions')).statusCode).toBeGreaterThanOrEqual(400);
  });
});

describe('places', () => {
  const post = (url: string, payload: object) => app.inject({ method: 'POST', url: `/api${url}`, payload });
  const sessionToken = 'session-0001';

  test('a suggestion resolves to an address; neither is cached', async () => {
    const suggested = await post('/v2/place-suggestions', { query: ' 1 High St, Edinb ', country: 'GB', sessionToken });
    expect(suggested.headers['cache-control']).toBe('no-store');
    const [first] = suggested.json().suggestions;
    const resolved = await post('/v2/place-resolutions', { id: first.id, sessionToken });
    expect(resolved.json()).toEqual({
      place: { line1: '1 High St', city: 'Edinburgh', region: 'SCT', postalCode: '', country: 'GB' },
    });
    expect(resolved.headers['cache-control']).toBe('no-store');
  });

  test('an invalid place query is rejected', async () => {
    const bad = [
      { query: 'x'.repeat(201), sessionToken },
      { query: 'London', sessionToken: '../' },
      { sessionToken },
      { query: 5, sessionToken },
    ];
    const answers = await Promise.all(bad.map((body) => post('/v2/place-suggestions', body)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([400, 400, 400, 400]);
  });

  test('an unknown id resolves to nothing', async () => {
    expect((await post('/v2/place-resolutions', { id: 'nowhere', sessionToken })).json()).toEqual({ place: null });
  });
});
