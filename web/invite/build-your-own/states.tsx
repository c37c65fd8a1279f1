import { invitedAfter } from '../../mock/invite-fixtures.ts';
import type { MockState } from '../../mock/mock-state.ts';
import { offers } from '../../mock/package-fixtures.ts';

export { Screen } from './InvitedBuildYourOwn.tsx';

export const states: Record<string, MockState> = {
  control: {
    session: invitedAfter(2),
    answers: { 'GET /v2/packages': offers('P0'), 'POST /v2/invites/prices': 'never' },
  },
};
