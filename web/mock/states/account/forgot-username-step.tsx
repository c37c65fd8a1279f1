import { useParams } from 'react-router';
import type { RecoveryState } from '#contract/sign-in/username-recovery.ts';
import { recoveryScreens } from '#web/features/account/forgot-username/ForgotUsername.tsx';
import { firstView, type RecoveryView } from '#web/features/account/forgot-username/recovery-view.ts';
import style from '#web/features/account/sign-in/sign-in.module.css';
import type { MockState } from '../../mock-state.ts';
import { accounts } from './forgot-username.tsx';

const views: Record<string, Partial<RecoveryView> & { state: RecoveryState }> = {
  code: { state: 'CODE', phone: { phoneCountryCode: '+1', phoneNumber: '2025550142' } },
  'code-tried': { state: 'CODE', triesLeft: 2 },
  multiple: { state: 'MULTIPLE', accounts },
  mailed: { state: 'SUCCESS', sentBy: 'mail' },
  texted: { state: 'SUCCESS', sentBy: 'text' },
  failed: { state: 'FAILURE' },
};

/** One state of the table each, before any input. */
export function Screen() {
  const view = { ...firstView, ...views[useParams()['state'] ?? ''] };
  const Current = recoveryScreens[view.state];
  return (
    <div className={style.page}>
      <Current view={view} move={() => undefined} />
    </div>
  );
}

export const states: Record<string, MockState> = Object.fromEntries(Object.keys(views).map((name) => [name, {}]));
