import { expect, test } from 'vitest';
import { intendedAddress } from './intended-address.ts';

test.each([
  ['/app/home', '/app/home'],
  ['/app/join/step1?discount=true&referrer=ABC', '/app/join/step1?discount=true&referrer=ABC'],
  ['/App/Set-Password%23token=AbC-_1', '/app/set-password#token=AbC-_1'],
  ['/app/set-password%23token=AbC?utm_source=mail', '/app/set-password?utm_source=mail#token=AbC'],
  ['/app/join/invite%23token=AbC&user=01a1&utm_source=x', '/app/join/invite#token=AbC&user=01a1&utm_source=x'],
  ['/app/account/billing&utm_source=mail&utm_medium=email', '/app/account/billing?utm_source=mail&utm_medium=email'],
  ['/app/account/billing.', '/app/account/billing'],
  ['/app/login?redirect=%2Fapp%2Fhome%23a&b=%3F', '/app/login?redirect=%2Fapp%2Fhome%23a&b=%3F'],
  ['/app/account/billing%29%2E?x=1', '/app/account/billing?x=1'],
])('L3: the address %s means %s', (url, meant) => {
  expect(intendedAddress(url)).toBe(meant);
  const asked = meant.split('#')[0] ?? '';
  expect(intendedAddress(asked)).toBe(asked);
});

test('L3: at most twenty characters added to an address are examined, however long it is', () => {
  expect(intendedAddress(`/app/home${'.'.repeat(20)}`)).toBe('/app/home');
  expect(intendedAddress(`/app/home${'%2E'.repeat(20)}`)).toBe('/app/home');
  expect(intendedAddress(`/app/home${'.'.repeat(21)}`)).toBe('/app/home.');
});
