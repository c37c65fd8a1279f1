import { expect, test } from 'vitest';
import { familyOf } from './family.ts';

const parent = { email: 'Marta@Example.com', phoneCountryCode: '+1', phoneNumber: '6125550142' };
const good = {
  coParent: { firstName: 'Joe', lastName: 'Ruiz', email: 'joe@example.com', phoneCountryCode: '+1', phoneNumber: '' },
  children: [{ firstName: 'Ana', lastName: 'Ruiz', email: '' }],
  knowsCoParentEmail: true,
};

function issuesOf(value: unknown): string[] {
  const result = familyOf(parent).safeParse(value);
  return result.success ? [] : result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
}

test('a complete family is valid', () => {
  expect(issuesOf(good)).toEqual([]);
});

test.each([
  [
    '5.2-4: the co-parent’s e-mail is needed when it is known',
    { coParent: { ...good.coParent, email: '' } },
    'coParent.email: required',
  ],
  [
    '5.2-5: a phone is needed when the e-mail is not known',
    { knowsCoParentEmail: false, coParent: { ...good.coParent, email: '' } },
    'coParent.phoneNumber: required',
  ],
  [
    'the co-parent’s e-mail may not be the parent’s, whatever its case and spaces',
    { coParent: { ...good.coParent, email: '  MARTA@example.com ' } },
    'coParent.email: co_parent_email_same',
  ],
  [
    'the co-parent’s phone may not be the parent’s, however it is typed',
    { coParent: { ...good.coParent, phoneNumber: '(612) 555-0142' } },
    'coParent.phoneNumber: co_parent_phone_same',
  ],
  [
    '5.2-6: a child’s e-mail may not be a parent’s',
    { children: [{ ...good.children[0], email: 'joe@example.com' }] },
    'children.0.email: child_email_matches_parent',
  ],
  [
    'a child’s e-mail may not be another child’s',
    {
      children: [
        { ...good.children[0], email: 'kid@example.com' },
        { firstName: 'Bo', lastName: 'Ruiz', email: 'KID@example.com' },
      ],
    },
    'children.1.email: child_email_used',
  ],
  [
    'a name of one letter is too short',
    { coParent: { ...good.coParent, firstName: 'J' } },
    'coParent.firstName: name_length',
  ],
])('%s', (_title, change, issue) => {
  expect(issuesOf({ ...good, ...change })).toEqual([issue]);
});

test('5.1-4, 5.1-5: names are trimmed and curly quotes made straight', () => {
  const result = familyOf(parent).safeParse({ ...good, coParent: { ...good.coParent, lastName: '  O’Brien ' } });
  expect(result.success && result.data.coParent.lastName).toBe("O'Brien");
});
