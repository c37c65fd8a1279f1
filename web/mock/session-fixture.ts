import type { SessionView } from '#contract/api/sign-in.ts';
import type { MockState } from './mock-state.ts';

export const session: SessionView = {
  userId: '01930000-0000-7000-8000-000000000001',
  firstName: 'Marta',
  lastName: 'Ruiz',
  email: 'marta@example.com',
  username: 'marta.ruiz',
  role: 'PARENT_A',
  language: 'en',
  timeZone: 'America/Chicago',
  country: null,
  auth: 'sample',
  mustAddFactor: false,
  factorResetAt: null,
  secondsLeft: 60,
};

/** The same state for a signed-in user who lives in Chicago. */
export const inChicago = ({ answers, ...state }: MockState): MockState => ({
  ...state,
  answers: { ...answers, 'GET /v2/sessions/current': { data: { session } } },
});
