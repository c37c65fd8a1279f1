import type { Family, FamilyInput } from '#contract/sign-up/family.ts';
import type { JoinSession, StepTwoValues } from '#web/join-session/join-session.ts';

/** Stored input; initially an empty co-parent, no child, and step 1's answer about the e-mail. */
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

/** The form's values in the session's format. */
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

/** The call's body: e-mail and phone only if present (specification 3.5). */
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

/** The contact data by which the server may know the co-parent: changed data needs a new confirmation. */
export function contactKey({ email, phoneCountryCode, phoneNumber }: Family['coParent']): string {
  return `${email.toLowerCase()} ${phoneCountryCode}${phoneNumber}`;
}
