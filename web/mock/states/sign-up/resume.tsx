import { useParams } from 'react-router';
import { m } from '#messages/messages.js';
import { Found } from '#web/features/sign-up/resume/ByLink.tsx';
import { Screen as Resume } from '#web/features/sign-up/resume/Resume.tsx';
import layout from '#web/ui/layout.module.css';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import type { MockState } from '../../mock-state.ts';

const linked = {
  signupId: 'f4d1a4c6-0000-4000-8000-000000000000',
  lastCompletedStep: 2,
  email: 'marta@example.com',
  discount: null,
  order: null,
};

/** The page with its forms, and what a mailed link shows on it. */
export function Screen() {
  const { state = '' } = useParams();
  return state.startsWith('found') ? (
    <div className={layout.page}>
      <PageHeading title={m.resume_title()} subtitle={m.resume_subtitle()}>
        {m.resume_heading()}
      </PageHeading>
      <Found signUp={{ ...linked, isOpenElsewhere: state === 'found-open' }} />
    </div>
  ) : (
    <Resume />
  );
}

const wrong = { field: 'code', text: '', code: 'resume_code' };

export const states: Record<string, MockState> = {
  empty: {},
  wrong: {
    answers: { 'POST /v2/resume-codes/exchange': { problem: { validationErrors: [wrong] } } },
  },
  sent: { answers: { 'POST /v2/resume-links': { data: { outcome: 'SENT' } } } },
  found: {},
  'found-open': {},
  offline: { answers: { 'POST /v2/resume-codes/exchange': 'offline' } },
};
