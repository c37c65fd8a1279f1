import { describe, expect, test } from 'vitest';
import { servedCountries } from '#contract/fields/countries.ts';
import { languages } from '#contract/fields/languages.ts';
import { professionalRoles as roleKeys } from '#contract/professionals/professional-options.ts';
import { security } from '#contract/sign-in/security.ts';
import { referralSelections } from '#contract/sign-up/referral-selections.ts';
import { professionalOptions, professionalRoles } from './professional-options.ts';
import { referrals } from './referrals.ts';
import { securityQuestions } from './security-questions.ts';

describe.each(languages)('lists in %s', (language) => {
  const options = professionalOptions(language);
  const lists = [
    options.titles,
    options.benchOfficers,
    options.colleagues,
    options.referrals,
    options.countries,
    ...Object.values(options.rolesByCountry),
    referrals(language),
    securityQuestions(language),
  ];

  test('every entry has a text of its own, no key shows', () => {
    for (const list of lists) {
      expect(new Set(list.map(({ label }) => label)).size).toBe(list.length);
      for (const { label } of list) expect(label).not.toMatch(/lookups_|^[A-Z_]{4,}$|^$/);
    }
  });

  test('security questions obey the rule for questions (specification 5.4)', () => {
    const questions = securityQuestions(language);
    expect(questions).toHaveLength(10);
    for (const { value } of questions) {
      const result = security.safeParse({
        securityQuestion: value,
        securityAnswer: 'a plain answer',
        securityCode: '1234',
        confirmCode: '1234',
      });
      expect(result.success, value).toBe(true);
    }
  });
});

test('lists of the specification are complete (2.11, 3.10, 9)', () => {
  const { titles, benchOfficers, colleagues, countryCodes } = professionalOptions('en');
  expect(titles.map(({ label }) => label)).toEqual(['Mr.', 'Ms.', 'Mrs.', 'Hon.', 'Dr.']);
  expect([benchOfficers.length, colleagues.length]).toEqual([5, 10]);
  expect(countryCodes).toEqual([
    { value: '+1', label: 'US/Canada (+1)' },
    { value: '+44', label: 'United Kingdom (+44)' },
    { value: '+52', label: 'Mexico (+52)' },
  ]);
  expect(referrals('en').map(({ value }) => value)).toEqual(referralSelections);
});

test('roles depend on the country; each country ends with "other", and each role is used somewhere', () => {
  const keysOf = (country: string) => professionalRoles({ country, language: 'en' }).map(({ value }) => value);
  expect(keysOf('GB')).toContain('CAFCASS_OFFICER');
  expect(keysOf('US')).not.toContain('SOLICITOR');
  expect(keysOf('DE')).toEqual(keysOf('US'));
  expect(servedCountries.map((country) => keysOf(country).at(-1))).toEqual(servedCountries.map(() => 'OTHER'));
  expect(new Set(servedCountries.flatMap(keysOf))).toEqual(new Set(roleKeys));
});
