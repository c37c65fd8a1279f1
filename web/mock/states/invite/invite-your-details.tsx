import { contextFixture, invitedAfter } from '../../invite-fixtures.ts';
import type { MockAnswer, MockState } from '../../mock-state.ts';

export { Screen } from '#web/features/invite/your-details/InvitedDetails.tsx';

const parent = 'GET /v2/invites/parents/*';
const save = 'PUT /v2/invites/parents/*';
const { userId } = contextFixture();
const known: MockAnswer = {
  data: {
    userId,
    firstName: 'Joe',
    lastName: 'Ruiz',
    email: 'joe@example.com',
    phoneCountryCode: '+1',
    phoneNumber: '',
    timeZone: null,
    address: null,
    reach: null,
  },
};
const saved: MockAnswer = { data: { context: contextFixture(), lastCompletedStep: 1 } };

function shows(answer: MockAnswer, saving: MockAnswer = saved): MockState {
  return { session: invitedAfter(0), answers: { [parent]: answer, [save]: saving } };
}

export const states: Record<string, MockState> = {
  loading: shows('never'),
  offline: shows('offline'),
  known: shows(known),
  'saved-before': { session: invitedAfter(1), answers: { [save]: saved } },
  'email-in-use': shows(known, {
    problem: {
      validationErrors: [{ field: 'parent.email', text: '', code: 'email_in_use' }],
    },
  }),
  'saving-offline': shows(known, 'offline'),
};
