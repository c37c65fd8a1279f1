import { type Family, type FamilyInput, familyOf } from '#contract/family.ts';
import { ofNamedChildren } from '#web/fields/family/family-form.ts';
import type { JoinSession, StepTwoValues } from '#web/join-session/join-session.ts';

/** The rules of step 2 for the parent of this session: nobody may share a contact with another (specification 5.2). */
export function familySchema({ stepOneValues }: Pick<JoinSession, 'stepOneValues'>) {
  const { email = '', countryCode = '', phoneNumber = '' } = stepOneValues ?? {};
  return ofNamedChildren(familyOf({ email, phoneCountryCode: countryCode, phoneNumber }));
}

/** What was typed before; at first an empty co-parent, no child, and step 1's word on the e-mail. */
export function familyDefaults({ stepOneValues, stepTwoValues }: Pick<JoinSession, 'stepOneValues' | 'stepTwoValues'>) {
  const {
    firstName = '',
    lastName = '',
    email = '',
    countryCode,
    phoneNumber = '',
    children = [],
  } = stepTwoValues ?? {};
  return {
    coParent: { firstName, lastName, email, phoneCountryCode: countryCode ?? '+1', phoneNumber },
    children,
    knowsCoParentEmail: stepTwoValues?.knowsCoParentEmail ?? stepOneValues?.knowsCoParentEmail ?? true,
    coParentDuplicateConfirmed: false,
  };
}

/** The form's values as the session keeps them. */
export function stepTwoValuesOf({
  coParent,
  children,
  knowsCoParentEmail,
  coParentDuplicateConfirmed,
}: FamilyInput): StepTwoValues {
  return {
    firstName: coParent.firstName,
    lastName: coParent.lastName,
    email: coParent.email ?? '',
    countryCode: coParent.phoneCountryCode ?? '+1',
    phoneNumber: coParent.phoneNumber ?? '',
    children: children.map(({ firstName, lastName, email }) => ({ firstName, lastName, email: email ?? '' })),
    knowsCoParentEmail: knowsCoParentEmail ?? true,
    coParentDuplicateConfirmed: coParentDuplicateConfirmed ?? false,
  };
}

/** What the call carries: an e-mail and a phone only when there is one (specification 3.5). */
export function familyBody({ coParent, children, knowsCoParentEmail, coParentDuplicateConfirmed }: Family) {
  const { firstName, lastName, email, phoneCountryCode, phoneNumber } = coParent;
  return {
    coParent: {
      firstName,
      lastName,
      ...(email ? { email } : {}),
      ...(phoneNumber ? { phoneCountryCode, phoneNumber } : {}),
    },
    children: children.map((child) => ({
      firstName: child.firstName,
      lastName: child.lastName,
      ...(child.email ? { email: child.email } : {}),
    })),
    knowsCoParentEmail,
    coParentDuplicateConfirmed,
    sections: ['FAMILY' as const],
  };
}

/** By which contact the server may know the co-parent: another one is asked about anew. */
export function contactKey({ email, phoneCountryCode, phoneNumber }: Family['coParent']): string {
  return `${email.toLowerCase()} ${phoneCountryCode}${phoneNumber}`;
}
