import cookie from '@fastify/cookie';
import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import type { BootData } from '#contract/boot.ts';
import type { ExperimentStates } from '#contract/sign-up/experiments.ts';
import { testSites } from '../../tests/setup/sites.ts';
import type { Catalog } from '../catalog/package-repository.ts';
import { answerAtSites } from './request-site.ts';
import { visitors } from './visitor.ts';

type Visit = { path?: string; cookies?: string; headers?: Record<string, string> };

const sentAt = new Date('2026-11-21T18:00:00Z');

/** One plan of each kind for a year, and one for two that is cheaper. */
function catalogOf(country: 'US' | 'GB'): Catalog {
  if (country === 'GB') throw new Error('The database is away');
  const plans = [
    { years: 1, priceCents: 198_00 },
    { years: 1, priceCents: 108_00 },
    { years: 2, priceCents: 90_00 },
    { years: 1, priceCents: 60_00, onSale: false },
    { years: 1, priceCents: 48_00, priceList: 'MX' },
  ];
  const packages = plans.map((plan) => ({ priceList: 'P0', onSale: true, ...plan }));
  return { packages, rules: [] } as unknown as Catalog;
}

/**
 * A site whose pages are requested one after the other; `seen` records the visitors that experiments were evaluated
 * for.
 */
async function siteIn(country: 'US' | 'GB') {
  const app = Fastify();
  const seen: (string | null)[] = [];
  const sites = testSites({ PUBLIC_URL: 'https://shop.example', SITE_COUNTRY: country });
  answerAtSites(app, { sites, staffUrl: null });
  await app.register(cookie);
  const { bootFor } = visitors(app, {
    leaveAddress: 'https://weather.example/',
    experiments: {
      isOn: async () => false,
      statesFor: async ({ anonymousId }) => {
        seen.push(anonymousId);
        return {} as ExperimentStates;
      },
    },
    clock: { now: () => sentAt },
    announced: async () => ({}),
    readCatalog: async () => catalogOf(country),
    secureCookies: true,
    mayForce: false,
    sendsTexts: true,
    affiliateUrl: 'https://affiliate.example',
    googleMerchantId: 'BCR2',
  });
  app.get('/app/*', (request) => bootFor(request));
  const visit = async ({ path = '/app/join/signup', cookies = '', headers = {} }: Visit = {}) => {
    const answer = await app.inject({ url: path, headers: { ...headers, cookie: cookies } });
    return { set: String(answer.headers['set-cookie'] ?? ''), boot: answer.json<BootData>() };
  };
  return { visit, seen };
}

test('a page has the server’s time, because the clock of a device may be wrong', async () => {
  const { visit } = await siteIn('US');
  expect((await visit()).boot.sentAt).toBe(sentAt.getTime());
});

test("shows the lowest price of a one-year plan in the site's own list, and none if the catalogue cannot be read", async () => {
  const boots = await Promise.all(
    (['US', 'GB'] as const).map(async (country) => (await (await siteIn(country)).visit()).boot),
  );
  expect(boots.map(({ fromPerMonth }) => fromPerMonth)).toEqual(['US$9.00', undefined]);
});

const receipt = '/app/join/receipt';
const number = 'anonymous_id=0190b1f2-7a3c-7e45-9f00-c0ffee000001';

describe('P9: non-essential data', () => {
  test('P9: is not stored in the United Kingdom before consent: no cookie, visitor id or affiliate', async () => {
    const { visit, seen } = await siteIn('GB');
    for (const path of ['/app/join/signup', '/app/login', receipt]) {
      const { set, boot } = await visit({ path });
      expect(set).toBe('');
      expect(boot).toMatchObject({
        consent: 'ask',
        anonymousId: '',
        features: { affiliate: false },
        googleMerchantId: 'BCR2',
      });
      expect(boot.affiliate).toBeUndefined();
    }
    expect(new Set(seen)).toEqual(new Set([null]));
  });

  test('P9: is kept for 180 days after consent, with the same visitor id', async () => {
    const { visit, seen } = await siteIn('GB');
    const first = await visit({ cookies: 'storage_consent=yes', path: receipt });
    expect(first.set).toMatch(/^anonymous_id=[0-9a-f-]{36}; Max-Age=15552000; Path=\/; Secure; SameSite=Lax$/);
    expect(first.boot).toMatchObject({ consent: 'given', features: { affiliate: true } });
    expect(first.boot.affiliate?.script).toBe('https://affiliate.example/sale.js');
    const { set, boot } = await visit({ cookies: `storage_consent=yes; ${number}` });
    expect([set, boot.anonymousId]).toEqual(['', number.slice('anonymous_id='.length)]);
    expect(seen.at(-1)).toBe(boot.anonymousId);
  });

  test('P9: is removed on refusal, or by Global Privacy Control', async () => {
    const { visit } = await siteIn('US');
    expect((await visit()).boot).toMatchObject({ consent: 'not-needed', features: { affiliate: true } });
    for (const refusal of [
      { cookies: `storage_consent=no; ${number}` },
      { cookies: number, headers: { 'sec-gpc': '1' } },
    ]) {
      const { set, boot } = await visit({ ...refusal, path: receipt });
      expect(set).toMatch(/^anonymous_id=; .*Expires=Thu, 01 Jan 1970/);
      expect(boot).toMatchObject({ consent: 'refused', anonymousId: '', features: { affiliate: false } });
    }
  });
});
