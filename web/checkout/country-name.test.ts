import { expect, test } from 'vitest';
import { countryInSentence, withChosen } from './country-name.ts';

test.each([
  ['US', 'the United States'],
  ['NL', 'the Netherlands'],
  ['KY', 'the Cayman Islands'],
  ['FR', 'France'],
])('%s after a preposition is "%s"', (code, name) => {
  expect(countryInSentence(code)).toBe(name);
});

test('F5: the country derived from the phone is in the list, although the list has not loaded', () => {
  const fallback = ['GB', 'US'].map((value) => ({ value, label: value }));
  expect(withChosen(fallback, 'MX')).toEqual([...fallback, { value: 'MX', label: 'Mexico' }]);
  expect(withChosen(fallback, 'US')).toBe(fallback);
  expect(withChosen(fallback, '')).toBe(fallback);
});
