import { invitedAfter } from '../../invite-fixtures.ts';
import type { MockState } from '../../mock-state.ts';

export { Screen } from '#web/features/invite/request/RequestInvite.tsx';

const request = 'POST /v2/invites/requests';

/** Pressing the button leads to the later stages. */
export const states: Record<string, MockState> = {
  ask: { session: invitedAfter(0), answers: { [request]: { data: { outcome: 'SENT' } } } },
  fails: {
    session: invitedAfter(0),
    answers: { [request]: { problem: { code: 'INVITE_REQUEST_FAILED', status: 111 } } },
  },
  offline: { session: invitedAfter(0), answers: { [request]: 'offline' } },
  'no-token': { session: {} },
};
