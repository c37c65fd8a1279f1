import type { ProfileView } from '#contract/api/profile.ts';
import FreshSignIn from '#web/auth-session/FreshSignIn.tsx';
import { usePendingProof } from '#web/auth-session/fresh-sign-in.ts';
import { Screen as Profile } from '#web/features/account/profile/Profile.tsx';
import type { MockAnswer, MockState } from '../../mock-state.ts';

/** With the dialog of the session watch, because a mock has no session. */
export function Screen() {
  return (
    <>
      <Profile />
      {usePendingProof() && <FreshSignIn username="marta.ruiz" />}
    </>
  );
}

const profile: ProfileView = {
  firstName: 'Marta',
  lastName: "O'Brien-Ruiz",
  email: 'marta@example.com',
  emailProven: true,
  pendingEmail: null,
  phoneCountryCode: '+1',
  phoneNumber: '6125550142',
  pendingPhone: null,
  address: {
    line1: '12 Lake Street',
    line2: '',
    city: 'Minneapolis',
    region: 'MN',
    postalCode: '55401',
    country: 'US',
  },
  timeZone: 'America/Chicago',
  timeZoneName: 'Central Time (Chicago)',
  role: 'PARENT_A',
  countryName: 'United States',
  username: 'marta.ruiz',
  language: 'en',
  securityQuestion: 'What was the name of your first school?',
};

const waits: ProfileView = {
  ...profile,
  pendingEmail: 'marta.ruiz.and.a.rather.long.name@a-new-provider.example.com',
  pendingPhone: { phoneCountryCode: '+1', phoneNumber: '6125550187' },
  address: null,
  timeZoneName: null,
  securityQuestion: null,
};

const change = 'PUT /v2/account/profile';
const state = (answer: MockAnswer, others: Record<string, MockAnswer> = {}): MockState => ({
  answers: {
    'GET /v2/account/profile': answer,
    [`${change}/name`]: answer,
    [`${change}/username`]: { problem: { code: 'FRESH_SIGN_IN_NEEDED', status: 403 } },
    'GET /v2/security-questions': {
      data: { securityQuestions: [{ value: 'What was your first pet?', label: 'What was your first pet?' }] },
    },
    'POST /v2/account/proof': {
      problem: { validationErrors: [{ field: 'password', text: '', code: 'current_password' }] },
    },
    ...others,
  },
});

export const states: Record<string, MockState> = {
  filled: state({ data: profile }),
  waiting: state({ data: waits }),
  'texts-off': { ...state({ data: waits }), boot: { experiments: { 'hide-texts': 'treatment' } } },
  'no-texts': { ...state({ data: profile }), boot: { noTexts: true } },
  loading: state('never'),
  unreachable: state('offline'),
};
