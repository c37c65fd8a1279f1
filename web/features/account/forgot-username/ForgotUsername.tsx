import { type ComponentType, useReducer } from 'react';
import type { RecoveryState } from '#contract/username-recovery.ts';
import style from '../sign-in/sign-in.module.css';
import { AskForUsername } from './AskForUsername.tsx';
import { ChooseAccount } from './ChooseAccount.tsx';
import { EnterCode } from './EnterCode.tsx';
import { NotRecovered, OnItsWay } from './outcomes.tsx';
import { firstView, nextView, type RecoveryProps } from './recovery-view.ts';

export const recoveryScreens: Record<RecoveryState, ComponentType<RecoveryProps>> = {
  INITIAL: AskForUsername,
  CODE: EnterCode,
  MULTIPLE: ChooseAccount,
  SUCCESS: OnItsWay,
  FAILURE: NotRecovered,
};

/** Finding one's username again, by e-mail or by a code on the phone (specification 4.7, 7.3). */
export function Screen() {
  const [view, move] = useReducer(nextView, firstView);
  const Current = recoveryScreens[view.state];
  return (
    <div className={style.page}>
      <Current view={view} move={move} />
    </div>
  );
}
