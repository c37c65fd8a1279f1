import type { MockAnswer, MockState } from '../../mock-state.ts';
import { countryAnswers } from '../../payment-fixtures.ts';
import { states as signUp } from './pro-sign-up.tsx';

export { Screen } from '#web/features/professional/practice/Practice.tsx';

const practice = {
  practiceName: 'Family Court of Hennepin County',
  line1: '300 South Sixth Street',
  line2: '',
  country: 'US',
  city: 'Minneapolis',
  region: 'MN',
  postalCode: '55487',
  timezone: 'America/Chicago',
  roles: ['JUDGE'],
};
const state = (answer: MockAnswer): MockState => ({
  answers: { ...signUp['fresh']?.answers, ...countryAnswers, 'GET /v2/professional/practice': answer },
});

export const states: Record<string, MockState> = {
  filled: state({ data: practice }),
  loading: state('never'),
  failed: state({ problem: { code: 'UNEXPECTED', status: 500 } }),
};
