import { expect, onTestFinished, test, vi } from 'vitest';
import { openSite } from '../setup/site.ts';
import { rightCalls } from './right-calls.ts';

type Description = { paths: Record<string, Record<string, object>> };

test('four concurrent calls of every write, with two connections: no error and no deadlock', {
  timeout: 120_000,
}, async () => {
  const site = await openSite({ poolSize: 2, environment: { RATE_LIMIT_FACTOR: '1000' } });
  const { app, logged } = site;
  const { paths } = (await app.inject('/api/openapi.json')).json<Description>();
  const written = Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.slice('/api'.length)}`),
    )
    .filter((call) => !call.startsWith('GET ') && !call.includes('/development/'));
  const calls = await rightCalls(site);
  expect(Object.keys(calls).sort()).toEqual(written.sort());
  const faults: string[] = [];
  const now = performance.now.bind(performance);
  let passed = 0;
  const spy = vi.spyOn(performance, 'now').mockImplementation(() => now() + passed);
  onTestFinished(() => spy.mockRestore());
  for (const [call, { path, headers = {}, body }] of Object.entries(calls)) {
    const [method = '', described = ''] = call.split(' ');
    const submit = () => {
      const payload = typeof body === 'function' ? body() : body;
      return app.inject({
        method: method as 'POST',
        url: `/api${path ?? described}`,
        headers: typeof headers === 'function' ? headers() : headers,
        ...(payload ? { payload } : {}),
      });
    };
    // Ten-second caches expire, so that these calls reload them at the same time.
    passed += 11_000;
    const answers = await Promise.all(Array.from({ length: 4 }, submit));
    faults.push(
      ...answers.filter(({ statusCode }) => statusCode >= 500).map(({ statusCode }) => `${call} ${statusCode}`),
    );
  }
  expect(faults).toEqual([]);
  expect(logged.filter((line) => line.includes('request failed'))).toEqual([]);
});
