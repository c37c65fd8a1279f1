import { expect, it } from 'vitest';
import { freshSession, type SelectedPackage, type StepOneValues } from '#web/join-session/join-session.ts';
import { billingOf } from './billing-of.ts';
import { countryOfPhone } from './country-of-phone.ts';

const person = (countryCode: string, country = '') => ({ countryCode, country, timezone: '' }) as StepOneValues;
const countryOf = (of: StepOneValues, plan: { country: string | null } | null) =>
  billingOf(of, { ...freshSession(), selectedPackage: plan as SelectedPackage | null }).address.country;

it('F5: the bill begins in the country it had, else that of the plan, else that of the phone', () => {
  expect(countryOf(person('+52', 'CA'), { country: 'MX' })).toBe('CA');
  expect(countryOf(person('+1'), { country: 'GB' })).toBe('GB');
  expect(countryOf(person('+52'), null)).toBe('MX');
  expect(countryOf(person('+64'), { country: null })).toBe('NZ');
});

it('F5: a phone of +1 is in the country of the browser’s clock', () => {
  expect(['America/Toronto', 'America/Chicago', 'Europe/Madrid'].map((zone) => countryOfPhone('+1', zone))).toEqual([
    'CA',
    'US',
    'US',
  ]);
});
