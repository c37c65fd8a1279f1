import { describe, expect, it } from 'vitest';
import { freshSession, type StepOneValues } from '#web/join-session/join-session.ts';
import { contactKey, familyBody, familyDefaults } from './family-form.ts';
import { familySchema } from './family-schema.ts';

const stepOneValues = {
  email: 'marta@example.com',
  countryCode: '+1',
  phoneNumber: '6125550142',
  knowsCoParentEmail: false,
} as StepOneValues;
const filled = {
  coParent: { firstName: 'Joe', lastName: 'Ruiz', email: 'joe@example.com', phoneCountryCode: '+1', phoneNumber: '' },
  children: [{ firstName: 'Ana', lastName: 'Ruiz', email: '' }],
  knowsCoParentEmail: true,
  coParentDuplicateConfirmed: false,
};
const issues = (change: object) => {
  const result = familySchema({ stepOneValues }).safeParse({ ...filled, ...change });
  return result.success ? [] : result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
};

describe('the form of step 2', () => {
  it('starts without a child, and with what step 1 said of the e-mail', () => {
    const defaults = familyDefaults({ ...freshSession(), stepOneValues });
    expect(defaults).toMatchObject({
      knowsCoParentEmail: false,
      children: [],
    });
    expect(familyDefaults(freshSession()).knowsCoParentEmail).toBe(true);
  });

  it('2.5-4: accepts a family without children, and treats a single empty row as none', () => {
    const blank = { firstName: ' ', lastName: '', email: '' };
    const childrenOf = (children: object[]) =>
      familySchema({ stepOneValues }).safeParse({ ...filled, children }).data?.children;
    expect(childrenOf([])).toEqual([]);
    expect(childrenOf([blank])).toEqual([]);
    expect(issues({ children: [{ ...blank, email: 'ana@example.com' }] })).toEqual([
      'children.0.firstName: required',
      'children.0.lastName: required',
    ]);
    expect(issues({ children: [filled.children[0], blank] })).toEqual([
      'children.1.firstName: required',
      'children.1.lastName: required',
    ]);
  });

  it("5.2-2: requires the known contact, and rejects the parent's own", () => {
    expect(issues({})).toEqual([]);
    expect(issues({ knowsCoParentEmail: false, coParent: { ...filled.coParent, email: '' } })).toEqual([
      'coParent.phoneNumber: required',
    ]);
    expect(issues({ coParent: { ...filled.coParent, email: ' MARTA@example.com ' } })).toEqual([
      'coParent.email: co_parent_email_same',
    ]);
    expect(issues({ coParent: { ...filled.coParent, phoneNumber: '612 555-0142' } })).toEqual([
      'coParent.phoneNumber: co_parent_phone_same',
    ]);
  });

  it('UX1: reports a missing contact together with a missing name', () => {
    expect(issues({ coParent: { ...filled.coParent, firstName: '', email: '' } })).toEqual([
      'coParent.firstName: required',
      'coParent.email: required',
    ]);
  });

  it("5.2-3: requires children's addresses to differ from each other's and both parents'", () => {
    const child = (email: string) => ({ firstName: 'Ana', lastName: 'Ruiz', email });
    expect(issues({ children: [child('a@example.com'), child('A@example.com')] })).toEqual([
      'children.1.email: child_email_used',
    ]);
    expect(issues({ children: [child('joe@example.com')] })).toEqual(['children.0.email: child_email_matches_parent']);
  });

  it('3.5-1: sends an e-mail and a phone only when there is one', () => {
    expect(familyBody(filled).coParent).toEqual({ firstName: 'Joe', lastName: 'Ruiz', email: 'joe@example.com' });
    const byPhone = {
      ...filled,
      knowsCoParentEmail: false,
      coParent: { ...filled.coParent, email: '', phoneNumber: '6125550199' },
    };
    expect(familyBody(byPhone).coParent).toEqual({
      firstName: 'Joe',
      lastName: 'Ruiz',
      phoneCountryCode: '+1',
      phoneNumber: '6125550199',
    });
    expect(familyBody(filled).children).toEqual([{ firstName: 'Ana', lastName: 'Ruiz' }]);
  });

  it('needs a new confirmation when the contact data has changed', () => {
    const other = { ...filled.coParent, email: 'other@example.com' };
    expect(contactKey({ ...filled.coParent, email: 'JOE@example.com' })).toBe(contactKey(filled.coParent));
    expect(contactKey(other)).not.toBe(contactKey(filled.coParent));
  });
});
