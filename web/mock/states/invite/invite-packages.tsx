import { invitedAfter } from '../../invite-fixtures.ts';
import type { MockAnswer, MockState } from '../../mock-state.ts';
import { offers } from '../../package-fixtures.ts';

export { Screen } from '#web/features/invite/packages/InvitedPackages.tsx';

const shows = (answer: MockAnswer): MockState => ({
  session: invitedAfter(1),
  answers: { 'GET /v2/packages': answer },
});

export const states: Record<string, MockState> = {
  loading: shows('never'),
  unreachable: shows('offline'),
  none: shows(offers('P0', { packages: [] })),
  'co-parents-choice': shows(offers('P0', { coParentPackageId: 1002 })),
  'four-cards': shows(offers('P2', { coParentPackageId: 1201 })),
};
