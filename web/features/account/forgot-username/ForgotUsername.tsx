import { type ComponentType, useReducer } from 'react';
import type { RecoveryState } from '#contract/sign-in/username-recovery.ts';
import style from '../sign-in/sign-in.module.css';
import { ChooseAccount } from './ChooseAccount.tsx';
import { EnterCode } from './EnterCode.tsx';
import { NotRecovered, UsernameSent } from './outcomes.tsx';
import { RequestUsername } from './RequestUsername.tsx';
import { firstView, nextView, type RecoveryProps } from './recovery-view.ts';

export const recoveryScreens: Record<RecoveryState, ComponentType<RecoveryProps>> = {
  INITIAL: RequestUsername,
  CODE: EnterCode,
  MULTIPLE: ChooseAccount,
  SUCCESS: UsernameSent,
  FAILURE: NotRecovered,
};

/** Username recovery, by e-mail or by a code on the phone (specification 4.7, 7.3). */
export function Screen() {
  const [view, move] = useReducer(nextView, firstView);
  const Current = recoveryScreens[view.state];
  return (
    <div className={style.page}>
      <Current view={view} move={move} />
    </div>
  );
}
