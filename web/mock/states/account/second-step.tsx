import { useParams } from 'react-router';
import { m } from '#messages/messages.js';
import FactorResetDialog from '#web/auth-session/second-step/FactorResetDialog.tsx';
import SecondStep from '#web/auth-session/second-step/SecondStep.tsx';
import style from '#web/features/account/sign-in/sign-in.module.css';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import type { MockState } from '../../mock-state.ts';

/** The login page after a correct password. */
export function Screen() {
  const { state } = useParams();
  return (
    <div className={style.page}>
      <PageHeading>{m.sign_in_heading()}</PageHeading>
      {state === 'removal-asked' ? (
        <FactorResetDialog resetAt="2026-11-24T18:05:00Z" />
      ) : (
        <SecondStep
          token="sample-of-the-second-step"
          choice={{ remember: false }}
          onAnswer={() => undefined}
          onStartOver={() => undefined}
        />
      )}
    </div>
  );
}

const step = 'GET /v2/sessions/second-step';
const all = {
  totp: true,
  passkey: true,
  passkeyLogin: null,
  recoveryCodes: true,
  securityQuestion: null,
  resetAt: null,
};

export const states: Record<string, MockState> = {
  'app-and-passkey': {
    answers: {
      [step]: { data: all },
      'POST /v2/sessions/second-step': { problem: { code: 'WRONG_CODE', status: 422 } },
    },
  },
  'passkey-alone': { answers: { [step]: { data: { ...all, totp: false } } } },
  'passkey-elsewhere': {
    answers: {
      [step]: {
        data: { ...all, totp: false, passkey: false, passkeyLogin: 'https://www.evenkeel.example.co.uk/app/login' },
      },
    },
  },
  'with-security-question': {
    answers: { [step]: { data: { ...all, securityQuestion: 'What was your first school?' } } },
  },
  'no-texts': { answers: { [step]: { data: all } }, boot: { noTexts: true } },
  'removal-waits': { answers: { [step]: { data: { ...all, resetAt: '2026-11-24T18:05:00Z' } } } },
  'removal-asked': { answers: {} },
  loading: { answers: { [step]: 'never' } },
  offline: { answers: { [step]: 'offline' } },
};
