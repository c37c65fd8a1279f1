import { ChangeForm } from '#web/features/account/security/ChangePassword.tsx';
import { SecurityParts } from '#web/features/account/security/Security.tsx';
import type { MockState } from '../../mock-state.ts';

/** The page of a signed-in user, without checking the session, which a mock does not have. */
export function Screen() {
  return (
    <SecurityParts>
      {(onChanged) => (
        <ChangeForm
          owner={{ username: 'marta.ruiz', email: 'marta@example.com', firstName: 'Marta', lastName: 'Ruiz' }}
          auth="sample-of-the-session-auth"
          onChanged={onChanged}
        />
      )}
    </SecurityParts>
  );
}

const device = (part: object) => ({
  browser: 'Chrome',
  system: 'Android',
  signedInAt: '2026-11-20T09:00:00Z',
  lastUsedAt: '2026-11-21T18:05:00Z',
  current: false,
  proofs: ['PASSWORD'],
  rememberedUntil: null,
  ...part,
});
const list = 'GET /v2/sessions';
const own = 'GET /v2/account/second-factors';
const final = { proofs: ['PASSWORD', 'PHONE'], contestableUntil: null, contestableBy: null };
const open = { proofs: ['PASSWORD'], contestableUntil: '2026-12-20T09:00:00Z', contestableBy: 'TWO' };
const none = {
  required: false,
  totp: null,
  passkeys: [],
  recoveryCodesLeft: 0,
  passwordStanding: open,
  recoveryCodesStanding: null,
};
const some = {
  required: false,
  totp: {
    addedAt: '2026-11-01T09:00:00Z',
    standing: { ...open, proofs: ['PASSWORD', 'MAILBOX'], contestableBy: 'HELD' },
  },
  passkeys: [
    {
      id: '01930000-0000-7000-8000-000000000011',
      name: 'My phone',
      standing: open,
      worksAt: 'www.evenkeel.example.co.uk',
      addedAt: '2026-11-01T09:00:00Z',
      usedAt: null,
    },
    {
      id: '01930000-0000-7000-8000-000000000012',
      name: 'The grey laptop at my mother’s with a very long name indeed',
      standing: final,
      worksAt: null,
      addedAt: '2026-11-01T09:00:00Z',
      usedAt: '2026-11-20T09:00:00Z',
    },
  ],
  recoveryCodesLeft: 7,
  passwordStanding: final,
  recoveryCodesStanding: open,
};
const codes = Array.from({ length: 10 }, (_, at) => `K7QP2MXW9DF${at}`);
const factors = {
  [own]: { data: none },
  'POST /v2/account/second-factors/totp': {
    data: {
      secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
      uri: 'otpauth://totp/Evenkeel:marta?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Evenkeel',
    },
  },
  'POST /v2/account/second-factors/totp/confirmation': { data: { recoveryCodes: codes } },
  'POST /v2/account/second-factors/recovery-codes': { data: { recoveryCodes: codes } },
};
const devices = [
  device({ id: '01930000-0000-7000-8000-000000000001', browser: 'Firefox', system: 'Windows', current: true }),
  device({ id: '01930000-0000-7000-8000-000000000002', rememberedUntil: '2026-12-20T09:00:00Z' }),
  device({ id: '01930000-0000-7000-8000-000000000003', browser: null, system: null }),
];
const change = 'POST /ofw/signup/changepassword.form';

export const states: Record<string, MockState> = {
  'several-devices': {
    answers: { ...factors, [list]: { data: { devices } }, 'DELETE /v2/sessions/*': { data: { signedOut: true } } },
  },
  'this-device-alone': { answers: { ...factors, [list]: { data: { devices: devices.slice(0, 1) } } } },
  'with-second-factors': { answers: { ...factors, [own]: { data: some }, [list]: { data: { devices } } } },
  'factor-required': {
    answers: { ...factors, [own]: { data: { ...none, required: true } }, [list]: { data: { devices } } },
  },
  loading: { answers: { [own]: 'never', [list]: 'never' } },
  unreachable: { answers: { [own]: 'offline', [list]: 'offline', [change]: 'offline' } },
  'wrong-password': {
    answers: {
      ...factors,
      [list]: { data: { devices } },
      [change]: {
        problem: { validationErrors: [{ field: 'currentPassword', text: '', code: 'current_password' }] },
      },
    },
  },
};
