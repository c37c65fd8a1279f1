import { sessionAfter, stepOneValues, stepTwoValues } from '../../family-fixture.ts';
import { inviteMail } from '../../invite-mail-fixture.ts';
import type { MockState } from '../../mock-state.ts';

export { Screen } from '#web/features/sign-up/co-parent/CoParent.tsx';

const previews = { 'POST /v2/registrations/*/invite-previews': { data: inviteMail } };
const child = (firstName: string) => ({ firstName, lastName: 'Ruiz', email: '' });

const duplicate: MockState = {
  session: sessionAfter(2),
  answers: {
    'PUT /v2/registrations/*/family': {
      problem: {
        status: 409,
        validationErrors: [{ field: 'coParent.duplicate', text: '', code: 'co_parent_duplicate' }],
      },
    },
  },
};

export const states: Record<string, MockState> = {
  empty: { session: sessionAfter(1) },
  'no-email': { session: { ...sessionAfter(1), stepOneValues: { ...stepOneValues, knowsCoParentEmail: false } } },
  filled: { session: sessionAfter(2), answers: previews },
  'invited-later': { session: { ...sessionAfter(2), inviteTiming: { when: 'LATER', day: null } }, answers: previews },
  'three-children': {
    session: { ...sessionAfter(2), stepTwoValues: { ...stepTwoValues, children: ['Ana', 'Leo', 'Mia'].map(child) } },
  },
  'refused-before': {
    session: {
      ...sessionAfter(2),
      validationErrors: [
        {
          field: 'coParent.email',
          text: 'The email of the co-parent cannot be the same as your email.',
          code: 'co_parent_email_same',
        },
      ],
    },
  },
  'duplicate-on-continue': duplicate,
  'duplicate-ends-sign-up': { ...duplicate, boot: { experiments: { 'packages-v2': 'treatment' } } },
  'saving-offline': { session: sessionAfter(2), answers: { 'PUT /v2/registrations/*/family': 'offline' } },
};
