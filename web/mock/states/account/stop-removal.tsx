import { StopRemoval } from '#web/features/account/stop-removal/StopRemoval.tsx';
import type { MockState } from '../../mock-state.ts';

export function Screen() {
  return <StopRemoval token="sample-of-the-stop-link" />;
}

const stop = 'POST /v2/factor-resets/stop';

export const states: Record<string, MockState> = {
  open: { answers: { [stop]: { data: { state: 'STOPPED' } } } },
  'too-late': { answers: { [stop]: { data: { state: 'DONE' } } } },
  dead: { answers: { [stop]: { problem: { code: 'TOKEN_INVALID', status: 401 } } } },
  offline: { answers: { [stop]: 'offline' } },
};
