import type { MockState } from '../../mock-state.ts';

export { Screen } from '#web/features/professional/sign-up/ProfessionalSignUp.tsx';

const options = 'GET /v2/professional/options';
const choice = (value: string, label: string) => ({ value, label });
const lists = {
  titles: [choice('HON', 'Hon.')],
  benchOfficers: [choice('JUDGE', 'Judge')],
  colleagues: [choice('THERAPIST', 'Therapist')],
  referrals: [choice('SEARCH', 'Internet search'), choice('OTHER', 'Other')],
  countries: [choice('US', 'United States')],
  countryCodes: [choice('+1', 'US/Canada (+1)')],
  rolesByCountry: { US: [choice('JUDGE', 'Judge')] },
  securityQuestions: [choice('What was your first school?', 'What was your first school?')],
};

/** The later steps depend on stored input; the journeys cover them. */
export const states: Record<string, MockState> = {
  fresh: { answers: { [options]: { data: lists } } },
  loading: { answers: { [options]: 'never' } },
  'no-lists': { answers: { [options]: { problem: { code: 'BUSY', status: 503 } } } },
  offline: { answers: { [options]: 'offline' } },
};
