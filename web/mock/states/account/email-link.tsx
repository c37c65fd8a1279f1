import { EmailLink } from '#web/features/account/email-link/EmailLink.tsx';
import type { MockAnswer, MockState } from '../../mock-state.ts';

export const Screen = () => <EmailLink token="sample-of-a-mailed-token" />;

const state = (answer: MockAnswer): MockState => ({
  answers: { 'POST /v2/account/profile/email/confirmation': answer },
});

export const states: Record<string, MockState> = {
  open: state({ data: { outcome: 'CHANGED' } }),
  confirmed: state({ data: { outcome: 'CONFIRMED' } }),
  'code-needed': state({ data: { outcome: 'CODE_NEEDED' } }),
  dead: state({ problem: { code: 'TOKEN_INVALID', status: 401 } }),
};
