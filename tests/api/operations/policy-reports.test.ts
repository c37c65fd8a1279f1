import { expect, test } from 'vitest';
import { openSite } from '../../setup/site.ts';

test('SEC13: a blocked script is reported and logged by its origin, without the address of the page', async () => {
  const { app, logged } = await openSite();
  const report = {
    'csp-report': {
      'document-uri': 'https://shop.example/app/join/payment?email=canary',
      'effective-directive': 'script-src-elem',
      'blocked-uri': 'https://evil.example/a.js?canary',
    },
  };
  const answer = await app.inject({
    method: 'POST',
    url: '/api/csp-reports',
    headers: { 'content-type': 'application/csp-report' },
    payload: JSON.stringify(report),
  });
  expect(answer.statusCode).toBe(204);
  const lines = logged.join('\n');
  expect(lines).toContain('https://evil.example');
  expect(lines).toContain('script-src-elem');
  expect(lines).not.toContain('canary');
});

test.each(['not json', '[]', 'null', '{"csp-report":7}'])('an unreadable report (%s) is no error', async (payload) => {
  const { app } = await openSite();
  const answer = await app.inject({
    method: 'POST',
    url: '/api/csp-reports',
    headers: { 'content-type': 'application/reports+json' },
    payload,
  });
  expect(answer.statusCode).toBe(204);
});

test('P4: reports of one kind are logged once a minute, and a client that sends many is rate-limited', async () => {
  const { app, logged } = await openSite();
  const send = (blocked: string, remoteAddress: string) =>
    app.inject({
      method: 'POST',
      url: '/api/csp-reports',
      headers: { 'content-type': 'application/reports+json' },
      payload: JSON.stringify(
        Array.from({ length: 20 }, (_, count) => ({
          body: { effectiveDirective: 'img-src', blockedURL: `https://${blocked}-${count}.example` },
        })),
      ),
      remoteAddress,
    });
  const statuses: number[] = [];
  for (let count = 0; count < 25; count++) statuses.push((await send('same', '203.0.113.9')).statusCode);
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 204), ...Array.from({ length: 5 }, () => 429)]);
  for (let count = 0; count < 10; count++) await send(`other-${count}`, `203.0.113.${10 + count}`);
  expect(logged.filter((line) => line.includes('content blocked by policy'))).toHaveLength(20);
});
