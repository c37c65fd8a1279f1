import { describe, expect, test } from 'vitest';
import { type FamilyView, familyNamesBody, familyNamesDefaults } from './family-names.ts';
import { familyNamesSchema } from './family-names-schema.ts';

const ana = { firstName: 'Ana', lastName: 'Ruiz', email: 'ana@example.com' };
const invited: FamilyView = {
  version: 3,
  children: [ana],
  coParent: { firstName: 'Joe', lastName: 'Ruiz', state: 'INVITED', mayEdit: true, invite: null },
};
const joined: FamilyView = {
  version: 3,
  children: [ana],
  coParent: { firstName: '', lastName: '', state: 'NO_ACCOUNT', mayEdit: false, invite: null },
};

const issuesOf = (view: FamilyView, value: unknown) =>
  familyNamesSchema(view)
    .safeParse(value)
    .error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [];

describe('the names of a family', () => {
  test('follow the rules of the sign-up', () => {
    const duplicateEmails = {
      coParent: { firstName: 'J', lastName: 'Ruiz' },
      children: [ana, { ...ana, firstName: 'Ben', email: 'ANA@example.com' }],
    };
    expect(issuesOf(invited, { ...duplicateEmails, children: [ana] })).toEqual([['coParent.firstName', 'name_length']]);
    expect(issuesOf(invited, { ...duplicateEmails, coParent: { firstName: 'Jo', lastName: 'Ruiz' } })).toEqual([
      ['children.1.email', 'child_email_used'],
    ]);
    expect(issuesOf(invited, { coParent: { firstName: 'Jo', lastName: 'Ruiz' }, children: [] })).toEqual([]);
  });

  test('of a co-parent who has joined are neither checked nor sent', () => {
    const values = { coParent: { firstName: '', lastName: '' }, children: [ana] };
    expect(issuesOf(joined, values)).toEqual([]);
    expect(familyNamesBody(joined, values)).toEqual({ version: 3, children: [ana], coParent: null });
  });

  test('begin without a child where there is none', () => {
    expect(familyNamesDefaults({ version: 3, children: [], coParent: null })).toEqual({
      coParent: { firstName: '', lastName: '' },
      children: [],
    });
  });
});
