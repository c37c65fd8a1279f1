import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { securityContactRoute } from './security-contact.ts';

test('whoever found a weakness reads whom to tell, until when that holds, and in which languages', async () => {
  const app = Fastify();
  const clock = { now: () => new Date('2026-11-23T10:00:00Z') };
  securityContactRoute(app, { contact: 'mailto:security@site.test', publicUrl: 'https://www.site.test', clock });
  const answer = await app.inject({ url: '/.well-known/security.txt' });
  expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(answer.body.split('\n')).toEqual([
    'Contact: mailto:security@site.test',
    'Expires: 2027-05-22T00:00:00Z',
    'Preferred-Languages: en, es',
    'Canonical: https://www.site.test/.well-known/security.txt',
    '',
  ]);
});
