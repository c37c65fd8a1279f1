import type { RecoverableAccount } from '#contract/api/recovery.ts';
import { nextRecoveryState, type RecoveryEvent, type RecoveryState } from '#contract/username-recovery.ts';

export type Phone = { phoneCountryCode: string; phoneNumber: string };

/**
 * What the page shows: the state of the table, and what belongs to it. `wentBy`: where the username is on its way to.
 */
export type RecoveryView = {
  state: RecoveryState;
  phone: Phone | null;
  accounts: readonly RecoverableAccount[];
  triesLeft: number | null;
  wentBy: 'mail' | 'text';
  problem: string;
};

export type RecoveryMove = { event: RecoveryEvent } & Partial<Omit<RecoveryView, 'state'>>;

/** What each screen of the table is given. */
export type RecoveryProps = { view: RecoveryView; move: (move: RecoveryMove) => void };

export const firstView: RecoveryView = {
  state: 'INITIAL',
  phone: null,
  accounts: [],
  triesLeft: null,
  wentBy: 'mail',
  problem: '',
};

/** The next view. Starting again forgets everything. */
export function nextView(view: RecoveryView, { event, ...known }: RecoveryMove): RecoveryView {
  const state = nextRecoveryState(view.state, event);
  return event === 'START_AGAIN' ? firstView : { ...view, ...known, state };
}
