import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { countries } from '#contract/fields/countries.ts';
import { parseConfig } from './config.ts';
import { links } from './jobs/mail/links.ts';
import { addressAt, siteCountryOf } from './sites.ts';

const parse = (environment: Record<string, string>) =>
  parseConfig({ DATABASE_URL: 'postgres://localhost/x', APP_SECRET: 'w'.repeat(32), ...environment });
const problemOf = (environment: Record<string, string>) => {
  try {
    parse(environment);
    return 'none';
  } catch (error) {
    return (error as Error).message;
  }
};
const com = 'https://www.site.com';
const others = 'www.site.co.uk, site.com.au, mx.site.com MX es,';

test.each([
  ['evenkeel.co.uk', 'GB', '+44'],
  ['evenkeel.uk', 'GB', '+44'],
  ['evenkeel.com.au', 'AU', '+61'],
  ['evenkeel.au', 'AU', '+61'],
  ['evenkeel.co.nz', 'NZ', '+64'],
  ['join.evenkeel.nz', 'NZ', '+64'],
  ['evenkeel.com', 'US', '+1'],
  ['evenkeel.ca', 'US', '+1'],
  ['evenkeel.nz.example', 'US', '+1'],
  ['auk', 'US', '+1'],
  ['localhost', 'US', '+1'],
] as const)('1-18, 9-31: a site at %s is in %s and prefixes phone numbers with %s', (hostname, country, code) => {
  expect(siteCountryOf(hostname)).toBe(country);
  expect(countries[country].callingCode).toBe(code);
});

describe('the table of sites', () => {
  test('comes from two variables: each has its origin, country, language and passkeys', () => {
    const { sites } = parse({ PUBLIC_URL: `${com}/`, OTHER_SITES: others, PASSKEY_DOMAIN: 'site.com' });
    expect(sites.all).toEqual([
      { origin: com, country: 'US', language: 'en', passkeyDomain: 'site.com' },
      { origin: 'https://www.site.co.uk', country: 'GB', language: 'en', passkeyDomain: 'www.site.co.uk' },
      { origin: 'https://site.com.au', country: 'AU', language: 'en', passkeyDomain: 'site.com.au' },
      { origin: 'https://mx.site.com', country: 'MX', language: 'es', passkeyDomain: 'site.com' },
    ]);
    expect(sites.main).toBe(sites.all[0]);
    for (const host of ['www.site.co.uk', 'WWW.Site.co.uk', 'www.site.co.uk:443'])
      expect([host, sites.at(host)?.country]).toEqual([host, 'GB']);
    for (const host of ['site.co.uk', 'www.site.co.uk:80', 'www.site.co.uk.', 'www.site.co.uk,site.com.au', ''])
      expect([host, sites.at(host)]).toEqual([host, null]);
    expect(sites.of({ siteCountry: 'AU' }).origin).toBe('https://site.com.au');
    for (const siteCountry of [null, 'NZ', 'nobody']) expect(sites.of({ siteCountry })).toBe(sites.main);
  });

  test('of one site is that of PUBLIC_URL, whatever host is requested', () => {
    const { sites } = parse({ PUBLIC_URL: 'http://localhost:3000', SITE_COUNTRY: 'NZ', OTHER_SITES: '' });
    expect(sites.all).toEqual([sites.main]);
    expect(sites.main).toMatchObject({ origin: 'http://localhost:3000', country: 'NZ' });
    expect(sites.at('10.0.0.7:3000')).toBe(sites.main);
  });

  test.each([
    [
      { OTHER_SITES: 'www.site.co.uk, https://site.com.au' },
      'OTHER_SITES: entry 2 is not a site; write each site as its host',
    ],
    [{ OTHER_SITES: 'www.site.co.uk/path' }, 'entry 1 is not a site'],
    [{ OTHER_SITES: 'Www.site.co.uk' }, 'entry 1 is not a site'],
    [{ OTHER_SITES: 'www.site.fr FR' }, 'entry 1 is not a site'],
    [{ OTHER_SITES: 'www.site.co.uk GB de' }, 'entry 1 is not a site'],
    [{ OTHER_SITES: 'www.site.co.uk GB en more' }, 'entry 1 is not a site'],
    [{ OTHER_SITES: 'www.site.ca' }, 'two sites have the country US'],
    [{ OTHER_SITES: 'www.site.co.uk, site.uk' }, 'two sites have the country GB'],
    [{ OTHER_SITES: 'www.site.com GB' }, 'each site needs its own host name'],
    [{ OTHER_SITES: 'www.site.com:8443 GB' }, 'a different port is not enough'],
    [{ PASSKEY_DOMAIN: 'site.co.uk', OTHER_SITES: 'www.site.co.uk' }, 'PASSKEY_DOMAIN must be the host of PUBLIC_URL'],
  ])('that is invalid is rejected with how to fix it: %j', (environment, teaches) => {
    const problem = problemOf({ PUBLIC_URL: com, ...environment });
    expect(problem).toContain(teaches);
    expect(problem).not.toContain('site.fr');
  });
});

test('every link in a mail or text leads to the reader’s own site', () => {
  const { sites } = parse({ PUBLIC_URL: com, OTHER_SITES: others });
  for (const site of sites.all) {
    const made = Object.values(links({ sites }, { siteCountry: site.country })).map((link) =>
      typeof link === 'string' ? link : link({ secret: 's', userId: 'u', subscriptionId: 'n' } as never),
    );
    expect(made.length).toBeGreaterThan(15);
    for (const link of made) expect(new URL(link).origin).toBe(site.origin);
  }
});

test('no path changes the origin of a site address', () => {
  for (const path of ['/', '//evil.example', '/\\evil.example', '/@evil.example', '/:80@evil.example'] as const)
    expect(addressAt({ origin: com }, path).origin).toBe(com);
});

test('site addresses are built by one function only', () => {
  const root = path.join(import.meta.dirname, '..');
  // The checks before going live ask the configured address itself.
  const files = globSync('server/**/*.ts', { cwd: root }).filter(
    (file) => !/\.test\.ts$|server\/(?:sites\.ts|go-live\/)/.test(file),
  );
  expect(files.length).toBeGreaterThan(300);
  const makesOne =
    /new URL\((?:'\/|`\/)|(?:publicUrl|PUBLIC_URL|\borigin)\}\/|headers\.host\b|headers\['host'\]|forwarded-host/;
  const making = files.filter((file) => makesOne.test(readFileSync(path.join(root, file), 'utf8')));
  // The console's redirect URI; the forwarded host that the OpenID provider sees, from the table of sites; and the one
  // place that looks a request's host up in that table.
  expect(making.toSorted()).toEqual([
    'server/compose-adapters.ts',
    'server/http/request-site.ts',
    'server/http/routes/client-logins.ts',
  ]);
  const reading = files.filter((file) => /\bpublicUrl\b|PUBLIC_URL/.test(readFileSync(path.join(root, file), 'utf8')));
  // Events use it as the name of this system.
  expect(reading.toSorted()).toEqual([
    'server/compose-adapters.ts',
    'server/compose-server.ts',
    'server/config-rules.ts',
    'server/config.ts',
    'server/events/send-events.ts',
    'server/jobs/job.ts',
    'server/staff-variables.ts',
  ]);
});
