import { expect, test } from 'vitest';
import { openSite } from '../setup/site.ts';

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

test.each(['not json', '[]', 'null', '{"csp-report":7}'])('a report that cannot be read (%s) is no fault', async (payload) => {
  const { app } = await openSite();
  const answer = await app.inject({
    method: 'POST',
    url: '/api/csp-reports',
    headers: { 'content-type': 'application/reports+json' },
    payload,
  });
  expect(answer.statusCode).toBe(204);
});
