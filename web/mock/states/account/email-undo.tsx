import { EmailUndo } from '#web/features/account/email-link/EmailUndo.tsx';
import type { MockState } from '../../mock-state.ts';

export const Screen = () => <EmailUndo token="sample-of-a-mailed-token" />;

export const states: Record<string, MockState> = {
  open: { answers: { 'POST /v2/email-changes/undo': { data: { undone: true } } } },
  dead: { answers: { 'POST /v2/email-changes/undo': { problem: { code: 'TOKEN_INVALID', status: 401 } } } },
};
