import type { RecoverableAccount } from '#contract/api/recovery.ts';
import { nextRecoveryState, type RecoveryEvent, type RecoveryState } from '#contract/sign-in/username-recovery.ts';

export type Phone = { phoneCountryCode: string; phoneNumber: string };

/** The page's state with its data. `sentBy`: the channel by which the username was sent. */
export type RecoveryView = {
  state: RecoveryState;
  phone: Phone | null;
  accounts: readonly RecoverableAccount[];
  triesLeft: number | null;
  sentBy: 'mail' | 'text';
  problem: string;
};

export type RecoveryMove = { event: RecoveryEvent } & Partial<Omit<RecoveryView, 'state'>>;

export type RecoveryProps = { view: RecoveryView; move: (move: RecoveryMove) => void };

export const firstView: RecoveryView = {
  state: 'INITIAL',
  phone: null,
  accounts: [],
  triesLeft: null,
  sentBy: 'mail',
  problem: '',
};

/** The next view. Starting again clears everything. */
export function nextView(view: RecoveryView, { event, ...details }: RecoveryMove): RecoveryView {
  const state = nextRecoveryState(view.state, event);
  return event === 'START_AGAIN' ? firstView : { ...view, ...details, state };
}
