import type { MockState } from '../../mock-state.ts';

export { Screen } from '#web/features/sign-up/resume/Resume.tsx';

const wrong = { field: 'code', text: '', code: 'resume_code' };

export const states: Record<string, MockState> = {
  empty: {},
  wrong: {
    answers: { 'POST /v2/resume-codes/exchange': { problem: { validationErrors: [wrong] } } },
  },
  sent: { answers: { 'POST /v2/resume-links': { data: { outcome: 'SENT' } } } },
  offline: { answers: { 'POST /v2/resume-codes/exchange': 'offline' } },
};
