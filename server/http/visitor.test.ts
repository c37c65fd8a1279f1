import { expect, test } from 'vitest';
import { siteCountryCodes } from '#contract/boot.ts';
import { siteCountryOf } from './visitor.ts';

test.each([
  ['evenkeel.co.uk', 'GB', '+44'],
  ['evenkeel.uk', 'GB', '+44'],
  ['evenkeel.com.au', 'AU', '+61'],
  ['evenkeel.au', 'AU', '+61'],
  ['evenkeel.co.nz', 'NZ', '+64'],
  ['join.evenkeel.nz', 'NZ', '+64'],
  ['evenkeel.com', 'US', '+1'],
  ['evenkeel.ca', 'US', '+1'],
  ['evenkeel.nz.example', 'US', '+1'],
  ['auk', 'US', '+1'],
  ['localhost', 'US', '+1'],
] as const)('a site at %s stands in %s and begins phone numbers with %s', (hostname, country, code) => {
  expect(siteCountryOf(hostname)).toBe(country);
  expect(siteCountryCodes[country]).toBe(code);
});
