import { useParams } from 'react-router';
import type { ClaimView } from '#contract/api/ownership-claims.ts';
import { m } from '#messages/messages.js';
import { BeginClaim } from '#web/features/account/my-account/BeginClaim.tsx';
import { Claim } from '#web/features/account/my-account/MyAccount.tsx';
import style from '#web/features/account/sign-in/sign-in.module.css';
import type { MockState } from '../../mock-state.ts';

export function Screen() {
  const { state = '' } = useParams();
  return (
    <div className={style.page}>
      {state.startsWith('begin') ? (
        <BeginClaim onBegun={() => undefined} notice={notices[state]?.()} />
      ) : (
        <Claim token="sample-of-a-claim" onStartOver={() => undefined} />
      )}
    </div>
  );
}

const notices: Record<string, () => string> = {
  'begin-link-dead': () => m.ownership_link_dead(),
  'begin-paused': () => m.ownership_paused(),
};

const current = 'GET /v2/ownership-claims/current';
const proofs = 'POST /v2/ownership-claims/proofs';
const wrong = { problem: { code: 'WRONG_CODE', status: 422 } } as const;
const nothing: ClaimView = {
  state: 'OPEN',
  proved: [],
  next: [],
  email: null,
  phone: null,
  securityQuestion: null,
  changes: [],
  mayDecide: false,
  maySetPassword: false,
  missing: null,
  waitUntil: null,
};
const one: ClaimView = {
  ...nothing,
  proved: ['MAILBOX'],
  next: ['PHONE', 'QUESTION', 'PASSWORD', 'FACTOR'],
  email: 'm•••@e•••.com',
  phone: '•••\u00a042',
  securityQuestion: 'What was the name of your first school?',
  changes: [
    { kind: 'EMAIL_CHANGED', browser: 'Firefox', system: 'Android', at: '2026-11-20T18:05:00Z' },
    { kind: 'PASSKEY_ADDED', browser: 'Chrome', system: 'Windows', at: '2026-11-20T18:15:00Z' },
  ],
};
const of = (data: ClaimView): MockState => ({ answers: { [current]: { data }, [proofs]: wrong } });

export const states: Record<string, MockState> = {
  begin: { answers: { 'POST /v2/ownership-claims': 'offline' } },
  'begin-no-texts': { answers: {}, boot: { noTexts: true } },
  'begin-link-dead': { answers: {} },
  'begin-paused': { answers: {} },
  code: of(nothing),
  'one-proof': of(one),
  'two-proofs': of({ ...one, proved: ['MAILBOX', 'PHONE'], next: ['QUESTION', 'PASSWORD'], mayDecide: true }),
  waiting: of({ ...one, state: 'WAITING', waitUntil: '2026-11-24T18:05:00Z' }),
  'more-proved-by-another': of({
    ...one,
    proved: ['MAILBOX', 'PASSWORD'],
    next: ['PHONE', 'QUESTION', 'FACTOR'],
    missing: 'HELD',
    waitUntil: '2026-11-24T18:05:00Z',
  }),
  'as-much-proved-by-another': of({ ...one, missing: 'HELD' }),
  'nothing-by-one-proof': of({ ...one, changes: [], missing: 'ANOTHER' }),
  'with-staff': of({ ...one, state: 'STAFF', waitUntil: '2026-11-24T18:05:00Z' }),
  'password-open': of({ ...one, proved: ['PHONE', 'QUESTION'], changes: [], maySetPassword: true }),
  'nothing-to-undo': of({ ...one, changes: [] }),
  kept: of({ ...nothing, state: 'KEPT' }),
  undone: of({ ...nothing, state: 'UNDONE' }),
  loading: { answers: { [current]: 'never' } },
  offline: { answers: { [current]: 'offline' } },
};
