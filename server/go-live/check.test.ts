import { expect, test } from 'vitest';
import { type Check, check, lineOf, runChecks } from './check.ts';

const failing = (cause: unknown): Check =>
  check({ name: 'mail', find: () => Promise.reject(cause as Error), mend: {} });
const never = check({ name: 'slow', find: () => new Promise<null>(() => {}), mend: {} });

test('O30: what needs a missing part waits, and all else is asked in its order', async () => {
  const begun: string[] = [];
  const results = await runChecks(
    [
      check({ name: 'first', find: async () => ({ cause: 'off', detail: '503' }) as const, mend: { off: 'start it' } }),
      check({ name: 'second', needs: ['first'], find: async () => null, mend: {} }),
      check({ name: 'third', needs: ['second'], find: async () => null, mend: {} }),
      check({ name: 'fourth', find: async () => null, mend: {} }),
    ],
    { timeoutMs: 1_000, onBegin: (name, at) => begun.push(`${at} ${name}`) },
  );
  expect(results.map(lineOf)).toEqual([
    'missing  first: start it (503)',
    'waiting  second: after first',
    'waiting  third: after second',
    'fine     fourth',
  ]);
  expect(begun).toEqual(['0 first', '1 second', '2 third', '3 fourth']);
});

test('O30: of an error its code alone is printed, and what never answers ends', async () => {
  const secret = Object.assign(new Error('user:password@mail.test'), { code: 'EPROTO' });
  const causes = [secret, new TypeError('fetch failed', { cause: secret }), new TypeError('user:password')];
  const [first, second, third, slow] = await runChecks([...causes.map(failing), never], { timeoutMs: 20 });
  for (const result of [first, second])
    expect(result?.text).toBe('it could not be asked (EPROTO): correct its address');
  expect(third?.text).toBe('it could not be asked (TypeError): correct its address');
  expect(slow?.text).toMatch(/^no answer within/);
});
