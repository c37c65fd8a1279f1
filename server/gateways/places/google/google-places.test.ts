import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { places as sandboxPlaces } from '#sandbox/places/index.ts';
import { isRegion, regionCode } from '../../../lookups/regions.ts';
import type { PlacesPort, PlacesProblem } from '../port.ts';
import { googlePlaces } from './google-places.ts';

let sandbox: FastifyInstance;
let places: PlacesPort;
let baseUrl: string;
const problems: PlacesProblem[] = [];
const session = { language: 'en', sessionToken: 'session-0001' } as const;
const onProblem = (problem: PlacesProblem) => problems.push(problem);

beforeAll(async () => {
  sandbox = Fastify();
  await sandbox.register(sandboxPlaces, { prefix: '/places' });
  baseUrl = `${await sandbox.listen({ port: 0, host: '127.0.0.1' })}/places`;
  places = googlePlaces({ apiKey: 'key', regionCodeOf: regionCode, onProblem, baseUrl });
});

afterAll(() => sandbox.close());
beforeEach(() => {
  problems.length = 0;
});

const suggest = (query: string, country: string | null = null) => places.suggest({ query, country, ...session });

describe('suggestions', () => {
  test('2.8-10: come with two lines, from all five countries or from one', async () => {
    expect(await suggest('742 Harb')).toEqual([
      { id: 'SandboxPlace-001', text: '742 Harborview Lane', secondaryText: 'Minneapolis, MN, USA' },
    ]);
    const everywhere = await suggest('willow');
    expect(everywhere.map(({ secondaryText }) => secondaryText)).toEqual([
      'Portland, OR, USA',
      'London, England, United Kingdom',
    ]);
    expect(await suggest('willow', 'GB')).toHaveLength(1);
    expect(problems).toEqual([]);
  });

  test('no query is sent for short text and for other countries', async () => {
    expect([await suggest('74'), await suggest('742 Harborview', 'MX')]).toEqual([[], []]);
    expect(await suggest('no such street anywhere')).toEqual([]);
    expect(problems).toEqual([]);
  });
});

describe('addresses', () => {
  test.each([
    [
      '742 Harb',
      { line1: '742 Harborview Lane', city: 'Minneapolis', region: 'MN', postalCode: '55401', country: 'US' },
    ],
    [
      '1200 Linden',
      { line1: '1200 Linden Avenue #4B', city: 'Saint Paul', region: 'MN', postalCode: '55105', country: 'US' },
    ],
    [
      '15 Lantern',
      { line1: '15 Lantern Street #12', city: 'Brooklyn', region: 'NY', postalCode: '11201', country: 'US' },
    ],
    [
      '24 Castle',
      { line1: 'Flat 3, 24 Castle Terrace', city: 'Edinburgh', region: 'SCT', postalCode: 'EH1 2DP', country: 'GB' },
    ],
    [
      'rose cottage',
      {
        line1: 'Rose Cottage, Church Lane',
        city: 'Stow-on-the-Wold',
        region: 'ENG',
        postalCode: 'GL54 1AB',
        country: 'GB',
      },
    ],
    [
      '120 Banksia',
      { line1: '5/120 Banksia Street', city: 'Sydney', region: 'NSW', postalCode: '2000', country: 'AU' },
    ],
    ['45 Kowhai', { line1: '2/45 Kowhai Road', city: 'Auckland', region: 'AUK', postalCode: '1010', country: 'NZ' }],
    [
      '215 erables',
      { line1: '215 Rue des Érables', city: 'Montréal', region: 'QC', postalCode: 'H2X 1Y4', country: 'CA' },
    ],
  ])(
    'O22: each place of the stand-in gives the address it stands for, a house with a name and a long id too: %s',
    async (query, address) => {
      const [first] = await suggest(query);
      const place = await places.resolve({ id: first?.id ?? '', ...session });
      expect(place).toEqual(address);
      expect(isRegion({ country: address.country, region: place?.region ?? '' })).toBe(true);
    },
  );

  test('an unknown place, and an id that would escape the path, give nothing', async () => {
    expect(await places.resolve({ id: 'gone', ...session })).toBeNull();
    expect(await places.resolve({ id: '../../control', ...session })).toBeNull();
    expect(problems).toEqual([]);
  });
});

describe('when the service fails, there are no suggestions and the log has a code', () => {
  test.each([
    ['trigger quota', { code: 'refused', status: 429 }],
    ['trigger denied', { code: 'refused', status: 403 }],
    ['trigger down', { code: 'refused', status: 503 }],
    ['trigger garbage', { code: 'unreadable' }],
    ['trigger shape', { code: 'unreadable' }],
  ])('%s', async (query, problem) => {
    expect(await suggest(query)).toEqual([]);
    expect(problems).toEqual([problem]);
  });

  test('a slow service times out', async () => {
    const hasty = googlePlaces({ apiKey: 'key', regionCodeOf: regionCode, onProblem, baseUrl, timeoutMs: 100 });
    const before = performance.now();
    expect(await hasty.suggest({ query: 'trigger slow', country: null, ...session })).toEqual([]);
    expect(performance.now() - before).toBeLessThan(1500);
    expect(problems).toEqual([{ code: 'timeout' }]);
  });

  test('an endless body times out too', async () => {
    const server: Server = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{"suggestions":[');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const stalled = googlePlaces({
      apiKey: 'key',
      regionCodeOf: regionCode,
      onProblem,
      baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      timeoutMs: 100,
    });
    expect(await stalled.suggest({ query: '742 Harb', country: null, ...session })).toEqual([]);
    expect(problems).toEqual([{ code: 'timeout' }]);
    server.closeAllConnections();
    server.close();
  });

  test('an unreachable service', async () => {
    const nobody = googlePlaces({ apiKey: 'key', regionCodeOf: regionCode, onProblem, baseUrl: 'http://127.0.0.1:1' });
    expect(await nobody.resolve({ id: 'SandboxPlace-001', ...session })).toBeNull();
    expect(problems).toEqual([{ code: 'unreachable' }]);
  });

  test('without a key the service refuses', async () => {
    const keyless = googlePlaces({ apiKey: '', regionCodeOf: regionCode, onProblem, baseUrl });
    expect(await keyless.suggest({ query: '742 Harb', country: null, ...session })).toEqual([]);
    expect(problems).toEqual([{ code: 'refused', status: 403 }]);
  });
});
