import { StopInvites } from '#web/features/account/stop-invites/StopInvites.tsx';
import type { MockState } from '../../mock-state.ts';

export function Screen() {
  return <StopInvites token="sample-of-the-link-with-an-invoice" of="INVOICES" />;
}

const stop = 'PUT /v2/invite-stop';

export const states: Record<string, MockState> = {
  open: { answers: { [stop]: { data: { stopped: true } } } },
  undone: { answers: { [stop]: { data: { stopped: false } } } },
  dead: { answers: { [stop]: { problem: { code: 'TOKEN_INVALID', status: 401 } } } },
  offline: { answers: { [stop]: 'offline' } },
};
