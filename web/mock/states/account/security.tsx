import { ChangeForm } from '#web/features/account/security/ChangePassword.tsx';
import { SecurityParts } from '#web/features/account/security/Security.tsx';
import type { MockState } from '../../mock-state.ts';

/** The page for somebody who is signed in, without asking who: there is nobody in a mock. */
export function Screen() {
  return (
    <SecurityParts>
      <ChangeForm
        owner={{ username: 'marta.ruiz', email: 'marta@example.com', firstName: 'Marta', lastName: 'Ruiz' }}
        auth="sample-of-the-session-auth"
      />
    </SecurityParts>
  );
}

const device = (part: object) => ({
  browser: 'Chrome',
  system: 'Android',
  signedInAt: '2026-11-20T09:00:00Z',
  lastUsedAt: '2026-11-21T18:05:00Z',
  current: false,
  ...part,
});
const list = 'GET /v2/sessions';
const devices = [
  device({ id: '01930000-0000-7000-8000-000000000001', browser: 'Firefox', system: 'Windows', current: true }),
  device({ id: '01930000-0000-7000-8000-000000000002' }),
  device({ id: '01930000-0000-7000-8000-000000000003', browser: null, system: null }),
];
const change = 'POST /ofw/signup/changepassword.form';

export const states: Record<string, MockState> = {
  'several-devices': {
    answers: { [list]: { data: { devices } }, 'DELETE /v2/sessions/*': { data: { signedOut: true } } },
  },
  'this-device-alone': { answers: { [list]: { data: { devices: devices.slice(0, 1) } } } },
  loading: { answers: { [list]: 'never' } },
  unreachable: { answers: { [list]: 'offline', [change]: 'offline' } },
  'wrong-password': {
    answers: {
      [list]: { data: { devices } },
      [change]: {
        problem: { validationErrors: [{ field: 'currentPassword', text: '', code: 'current_password' }] },
      },
    },
  },
};
