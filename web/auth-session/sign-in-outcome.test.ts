import { describe, expect, test } from 'vitest';
import { problemsOf } from '#contract/api/route-problems.ts';
import { signIn } from '#contract/api/sign-in.ts';
import type { ProblemCode } from '#contract/error-codes.ts';
import { signInOutcome } from './sign-in-outcome.ts';

const answer = (part: { url?: string; redirectUrl?: string | null }) => ({
  ok: true as const,
  data: { url: '/app/home', redirectUrl: null, auth: 'a', userId: 'one', ...part },
});
const problem = (code: ProblemCode) => ({
  ok: false as const,
  problem: { code, status: 401, message: 'no', validationErrors: [] },
});

describe('an answer to the login', () => {
  test.each([
    [
      '4.7-3: the server-given page comes first',
      answer({ redirectUrl: '/app/account/billing' }),
      '/app/pro/cases',
      '/app/account/billing',
    ],
    ['then what this tab remembers', answer({}), '/app/account/billing', '/app/account/billing'],
    ['then the start page', answer({}), null, '/app/home'],
    ['a remembered page of another site is ignored (SEC5)', answer({}), '//evil.example', '/app/home'],
    ['so is one with a backslash (SEC5)', answer({}), '/\\evil.example', '/app/home'],
    ['so is a scheme without slashes (SEC5)', answer({}), 'https:evil.example', '/app/home'],
    ['so is a script (SEC5)', answer({}), 'javascript:alert(1)', '/app/home'],
    [
      'a server-given page of another site is ignored as well',
      answer({ redirectUrl: 'https://evil.example' }),
      null,
      '/app/home',
    ],
  ])('%s', (_name, result, remembered, to) => {
    expect(signInOutcome(result, () => remembered)).toEqual({ kind: 'go', to, userId: 'one' });
  });

  test('without any redirect is a refusal', () => {
    expect(signInOutcome(answer({ url: '' }), () => null)).toEqual({ kind: 'refused' });
    expect(signInOutcome(problem('SIGN_IN_FAILED'), () => null)).toEqual({ kind: 'refused' });
  });

  test('8-20: that failed is shown, whatever the route may answer', () => {
    const others = ['SIGN_IN_FAILED', 'SECOND_FACTOR_NEEDED'];
    const failures = [...problemsOf(signIn)].filter((code) => !others.includes(code));
    expect(failures.filter((code) => signInOutcome(problem(code), () => null).kind !== 'problem')).toEqual([]);
  });

  test('8-19: that limits tries is shown, an unknown one only logged as a warning', () => {
    expect(signInOutcome(problem('TOO_MANY_REQUESTS'), () => null)).toMatchObject({ kind: 'problem' });
    expect(signInOutcome(problem('QUOTE_CHANGED'), () => null)).toEqual({ kind: 'unknown' });
    expect(signInOutcome(answer({ url: 'https://evil.example' }), () => null)).toEqual({ kind: 'unknown' });
  });
});
