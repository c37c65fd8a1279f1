import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { testSites } from '../../../tests/setup/sites.ts';
import { answerAtSites } from '../request-site.ts';
import { securityContactRoute } from './security-contact.ts';

test('security.txt states contact, expiry and languages for each site', async () => {
  const app = Fastify();
  const clock = { now: () => new Date('2026-11-23T10:00:00Z') };
  const sites = testSites({ PUBLIC_URL: 'https://www.site.test', OTHER_SITES: 'www.site.co.uk' });
  answerAtSites(app, { sites, staffUrl: null });
  securityContactRoute(app, { contact: 'mailto:security@site.test', clock });
  const ask = (host: string) => app.inject({ url: '/.well-known/security.txt', headers: { host } });
  const answer = await ask('www.site.test');
  expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(answer.body.split('\n')).toEqual([
    'Contact: mailto:security@site.test',
    'Expires: 2027-05-22T00:00:00Z',
    'Preferred-Languages: en, es',
    'Canonical: https://www.site.test/.well-known/security.txt',
    '',
  ]);
  expect((await ask('www.site.co.uk')).body).toContain('Canonical: https://www.site.co.uk/.well-known/security.txt\n');
});
