import { describe, expect, it } from 'vitest';
import { detailsSchema } from './details-schema.ts';

const parent = {
  firstName: 'Marta',
  lastName: 'Ruiz',
  email: 'marta@example.com',
  phoneCountryCode: '+1',
  phoneNumber: '6125550142',
};
const good = { parent, knowsCoParentEmail: true, referral: { selection: 'SEARCH', other: '' } };

const issuesOf = (typed: unknown) => {
  const result = detailsSchema.safeParse(typed);
  return result.success ? [] : result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
};

describe('step 1', () => {
  it.each([
    ['a name of one letter', { parent: { ...parent, firstName: ' J ' } }, 'parent.firstName: name_length'],
    ['a name of 21 letters', { parent: { ...parent, lastName: 'x'.repeat(21) } }, 'parent.lastName: name_length'],
    ['no name', { parent: { ...parent, lastName: '  ' } }, 'parent.lastName: required'],
    ['no email', { parent: { ...parent, email: '' } }, 'parent.email: required'],
    ['half an email', { parent: { ...parent, email: 'marta@' } }, 'parent.email: email'],
    ['a phone of 7 digits', { parent: { ...parent, phoneNumber: '5550142' } }, 'parent.phoneNumber: phone_length'],
    [
      'a phone of 16 digits',
      { parent: { ...parent, phoneNumber: '1'.repeat(16) } },
      'parent.phoneNumber: phone_length',
    ],
    [
      'the question about the co-parent’s email left open',
      { knowsCoParentEmail: undefined },
      'knowsCoParentEmail: required',
    ],
    ['no referral', { referral: { other: '' } }, 'referral.selection: required'],
    [
      'a court’s order unexplained',
      { referral: { selection: 'COURT_ORDERED', other: ' ' } },
      'referral.other: required',
    ],
  ])('5.1-1: says what is missing or wrong: %s', (_what, change, issue) => {
    expect(issuesOf({ ...good, ...change })).toEqual([issue]);
  });

  it('accepts names of 2 and 20 letters, and phones of 8 and 15 digits', () => {
    for (const change of [
      { firstName: 'Jo', phoneNumber: '12345678' },
      { lastName: 'x'.repeat(20), phoneNumber: '1'.repeat(15) },
    ])
      expect(issuesOf({ ...good, parent: { ...parent, ...change } })).toEqual([]);
  });
});
