import { invitedAfter } from '../../invite-fixtures.ts';
import type { MockState } from '../../mock-state.ts';
import { offers } from '../../package-fixtures.ts';

export { Screen } from '#web/features/invite/build-your-own/InvitedBuildYourOwn.tsx';

export const states: Record<string, MockState> = {
  control: {
    session: invitedAfter(2),
    answers: { 'GET /v2/packages': offers('P0'), 'POST /v2/invites/prices': 'never' },
  },
};
