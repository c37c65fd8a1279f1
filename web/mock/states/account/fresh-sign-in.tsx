import { useEffect } from 'react';
import { m } from '#messages/messages.js';
import FreshSignIn from '#web/auth-session/FreshSignIn.tsx';
import { callFresh, usePendingProof } from '#web/auth-session/fresh-sign-in.ts';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import type { MockState } from '../../mock-state.ts';

const path = '/v2/account/profile/username';

/** The dialog over a page whose change requires a proof first. */
export function Screen() {
  const asking = usePendingProof();
  useEffect(() => void callFresh(`PUT ${path}`, { body: { username: 'another.name' } }), []);
  // The request belongs to the page: another state must not find it open.
  useEffect(() => () => asking?.answer(false), [asking]);
  return (
    <>
      <PageHeading>{m.profile_title()}</PageHeading>
      {asking && <FreshSignIn username="marta.ruiz" />}
    </>
  );
}

const passkey = {
  id: '01930000-0000-7000-8000-000000000011',
  name: 'My phone',
  worksAt: null,
  addedAt: '2026-11-01T09:00:00Z',
  usedAt: null,
};
const none = { required: false, totp: null, passkeys: [] as (typeof passkey)[], recoveryCodesLeft: 0 };
const state = (factors: typeof none | object, field: string, code: string): MockState => ({
  answers: {
    [`PUT ${path}`]: { problem: { code: 'FRESH_SIGN_IN_NEEDED', status: 403 } },
    'GET /v2/account/second-factors': { data: { ...none, ...factors } },
    'POST /v2/account/proof': { problem: { validationErrors: [{ field, text: '', code }] } },
  },
});

export const states: Record<string, MockState> = {
  password: state({}, 'password', 'current_password'),
  'password-and-code': state({ totp: { addedAt: '2026-11-01T09:00:00Z' } }, 'code', 'recovery_code_wrong'),
  'with-a-passkey': state({ passkeys: [passkey] }, 'password', 'current_password'),
};
