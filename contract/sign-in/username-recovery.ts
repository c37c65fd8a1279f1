/** Username recovery (specification 4.7): a state machine as a table. */
export const recoveryStates = ['INITIAL', 'CODE', 'MULTIPLE', 'SUCCESS', 'FAILURE'] as const;
export type RecoveryState = (typeof recoveryStates)[number];

/**
 * MAIL_SENT: requested by e-mail. CODE_SENT: requested by phone. CODE_WRONG: tries are left. CODE_DEAD: none are left,
 * or time ran out. ONE_ACCOUNT, SEVERAL_ACCOUNTS: the code was correct. ACCOUNT_CHOSEN: of several. FAILED: the call
 * itself failed.
 */
export const recoveryEvents = [
  'MAIL_SENT',
  'CODE_SENT',
  'CODE_WRONG',
  'CODE_DEAD',
  'ONE_ACCOUNT',
  'SEVERAL_ACCOUNTS',
  'ACCOUNT_CHOSEN',
  'FAILED',
  'START_AGAIN',
] as const;
export type RecoveryEvent = (typeof recoveryEvents)[number];

export const recoveryTransitions: Record<RecoveryState, Partial<Record<RecoveryEvent, RecoveryState>>> = {
  INITIAL: { MAIL_SENT: 'SUCCESS', CODE_SENT: 'CODE', FAILED: 'FAILURE' },
  CODE: {
    CODE_SENT: 'CODE',
    CODE_WRONG: 'CODE',
    CODE_DEAD: 'FAILURE',
    ONE_ACCOUNT: 'SUCCESS',
    SEVERAL_ACCOUNTS: 'MULTIPLE',
    FAILED: 'FAILURE',
    START_AGAIN: 'INITIAL',
  },
  MULTIPLE: { ACCOUNT_CHOSEN: 'SUCCESS', FAILED: 'FAILURE', START_AGAIN: 'INITIAL' },
  SUCCESS: { START_AGAIN: 'INITIAL' },
  FAILURE: { START_AGAIN: 'INITIAL' },
};

/** The next state; an event without meaning in a state leaves it unchanged. */
export function nextRecoveryState(state: RecoveryState, event: RecoveryEvent): RecoveryState {
  return recoveryTransitions[state][event] ?? state;
}
