import { expect, test } from 'vitest';
import { countriesWhere } from '../fields/countries.ts';
import { storageConsent } from './storage.ts';

test.each([
  ['an American site keeps until somebody refuses', { asksFirst: false }, 'not-needed'],
  ['a British site asks first', { asksFirst: true }, 'ask'],
  ['a British visitor allows', { asksFirst: true, answer: 'yes' }, 'given'],
  ['a British visitor refuses', { asksFirst: true, answer: 'no' }, 'refused'],
  ['an American visitor refuses', { asksFirst: false, answer: 'no' }, 'refused'],
  ['a browser that opts out everywhere', { asksFirst: false, optsOut: true }, 'refused'],
  ['an answer given here outweighs the browser', { asksFirst: false, optsOut: true, answer: 'yes' }, 'given'],
  ['an invalid answer', { asksFirst: true, answer: 'maybe' }, 'ask'],
] as const)('P9: consent to non-essential storage: %s', (_case, given, expected) => {
  expect(storageConsent({ answer: undefined, optsOut: false, ...given })).toBe(expected);
});

test('P9: among countries with a site only the United Kingdom requires consent first', () => {
  expect(countriesWhere(({ site }) => site?.asksBeforeStoring === true)).toEqual(['GB']);
});
