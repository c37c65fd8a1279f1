import type { JoinSession, StepOneValues, StepTwoValues } from '#web/join-session/join-session.ts';

export const stepOneValues: StepOneValues = {
  firstName: 'Marta',
  lastName: "O'Brien-Ruiz",
  email: 'marta@example.com',
  countryCode: '+1',
  phoneNumber: '2025550142',
  referral: 'OTHER',
  referralOther: 'A neighbour',
  knowsCoParentEmail: true,
  parentDuplicateConfirmed: false,
  billingAddress: '',
  billingAddress2: '',
  country: '',
  city: '',
  region: '',
  postalCode: '',
  timezone: '',
};

export const stepTwoValues: StepTwoValues = {
  firstName: 'Joe',
  lastName: 'Ruiz',
  email: 'joe@example.com',
  countryCode: '+1',
  phoneNumber: '',
  coParentDuplicateConfirmed: false,
  children: [{ firstName: 'Ana', lastName: 'Ruiz', email: '' }],
  knowsCoParentEmail: true,
};

/** A sign-up after this many steps. */
export function sessionAfter(lastCompletedStep: 1 | 2 | 3): Partial<JoinSession> {
  return {
    lastCompletedStep,
    signupId: '01a1fd71-49d4-70ea-9f9e-5c2f22ff2763',
    registrationKey: 'a-registration-key-for-the-mock-screens-only',
    expiresAt: new Date(Date.now() + 7_200_000).toISOString(),
    stepOneValues,
    ...(lastCompletedStep > 1 ? { stepTwoValues } : {}),
  };
}
