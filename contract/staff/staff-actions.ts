import { currency } from '../fields/money.ts';
import type { InputValues } from './action-inputs.ts';
import type { StaffRole } from './staff.ts';

/** How the actions on a person are grouped, in order; the last ones stand apart, because they are hard to undo. */
export const actionGroups = {
  MONEY: 'Money',
  ACCESS: 'Access',
  ACCOUNT: 'Account',
  HARD_TO_UNDO: 'Hard to undo',
} as const;
type ActionGroup = keyof typeof actionGroups;

type StaffAction = {
  title: string;
  roles: readonly StaffRole[];
  /** Of an action on a person. */
  group?: ActionGroup;
  /** Whether a second person must confirm it, depending on its inputs. Without this rule nobody must. */
  requiresConfirmation?: (inputs: InputValues) => boolean;
  /**
   * The maximum of an input that staff may grant a user within thirty days without a second person, over all actions
   * with that input.
   */
  confirmationAbove?: { input: string; most: number };
  /** In cents, the most that its inputs let people have; the sum that one staff member may grant alone is limited. */
  budget?: (inputs: InputValues) => number;
  /**
   * Its effect on access to an account; all but the decision wait while two people claim the account. `MOVES` and
   * `DECIDES`: sets an address. `LINKS`: mails a link to the current one, which needs a second person soon after staff
   * moved it.
   */
  access?: 'MOVES' | 'LINKS' | 'OTHER' | 'DECIDES';
};

/** The period over which grants are added up, because many small ones equal a large one. */
export const givenWithinDays = 30;

/** In cents of the one currency. A second person confirms larger amounts. */
export const confirmedAbove = { USD: 250_00 } as const satisfies Record<typeof currency.code, number>;

/** Days without payment. More than this needs a second person. */
export const confirmedAboveDays = 31;

const help = ['SUPPORT', 'BILLING', 'ADMIN'] as const;
const support = ['SUPPORT', 'ADMIN'] as const;

/**
 * In cents, the total that the coupons, codes and referrers of one staff member may discount. A second person confirms
 * more.
 */
export const couponConfirmedAbove = { USD: 5_000_00 } as const satisfies Record<typeof currency.code, number>;

/** In cents, the total value of free years that one staff member may grant. A second person confirms more. */
export const feeWaiversConfirmedAbove = { USD: 1_000_00 } as const satisfies Record<typeof currency.code, number>;

const budget = ({ budgetCents }: InputValues) => Number(budgetCents);

const always = () => true;
const growth = ['GROWTH', 'ADMIN'] as const;

/** Staff actions on users or other things: each needs a reason, and one of its roles. */
export const staffActions = {
  SHOW_CONTACT: { title: 'Show contact details', group: 'ACCOUNT', roles: help },
  CHECK_SECURITY: { title: 'Check question and code', group: 'ACCESS', roles: help },
  REFUND: {
    title: 'Refund',
    group: 'MONEY',
    roles: help,
    confirmationAbove: { input: 'amountCents', most: confirmedAbove[currency.code] },
  },
  REFUND_AND_END: { title: 'Refund and end the plan', group: 'MONEY', roles: help },
  CANCEL_RENEWAL: { title: 'Cancel the renewal', group: 'MONEY', roles: help },
  RESUME_RENEWAL: { title: 'Resume the renewal', group: 'MONEY', roles: help },
  CHOOSE_RENEWAL: { title: 'Choose the renewal', group: 'MONEY', roles: help },
  EXTEND_PLAN: {
    title: 'Extend the plan',
    group: 'MONEY',
    roles: help,
    confirmationAbove: { input: 'days', most: confirmedAboveDays },
  },
  GIVE_PLAN: {
    title: 'Restart the plan without charge',
    group: 'MONEY',
    roles: help,
    confirmationAbove: { input: 'days', most: confirmedAboveDays },
  },
  PAY_WITH_CODE: { title: 'Pay with a code', group: 'MONEY', roles: help },
  MAIL_RECEIPT: { title: 'Email the receipt again', group: 'MONEY', roles: help, access: 'OTHER' },
  MAIL_NOTICE: { title: 'Send an email again', group: 'ACCOUNT', roles: help, access: 'OTHER' },
  MAIL_RECOVERY: { title: 'Email a recovery link', group: 'ACCESS', roles: support, access: 'LINKS' },
  MAIL_INVITE: { title: 'Email the invite again', group: 'ACCESS', roles: support, access: 'LINKS' },
  NEW_INVITE: { title: 'Email a new invite', group: 'ACCESS', roles: support, access: 'LINKS' },
  CORRECT_EMAIL: {
    title: 'Correct the email',
    group: 'ACCESS',
    roles: support,
    requiresConfirmation: always,
    access: 'MOVES',
  },
  GIVE_ACCOUNT_BACK: {
    title: 'Restore the account',
    group: 'HARD_TO_UNDO',
    roles: support,
    requiresConfirmation: always,
    access: 'MOVES',
  },
  GIVE_TO_CLAIMANT: {
    title: 'Decide for the claimant',
    group: 'HARD_TO_UNDO',
    roles: support,
    requiresConfirmation: always,
    access: 'DECIDES',
  },
  LEAVE_WITH_HOLDER: {
    title: 'Decide for the holder',
    group: 'HARD_TO_UNDO',
    roles: support,
    requiresConfirmation: always,
  },
  END_SESSIONS: { title: 'End all sessions', group: 'ACCESS', roles: support },
  CLOSE_ACCOUNT: { title: 'Close the account', group: 'HARD_TO_UNDO', roles: support, access: 'OTHER' },
  KEEP_ACCOUNT: { title: 'Keep the account', group: 'ACCOUNT', roles: support, access: 'OTHER' },
  MERGE: {
    title: 'Merge the duplicate',
    group: 'HARD_TO_UNDO',
    roles: support,
    requiresConfirmation: always,
    access: 'MOVES',
  },
  UNDO_MERGE: {
    title: 'Undo the merge',
    group: 'HARD_TO_UNDO',
    roles: support,
    requiresConfirmation: always,
    access: 'MOVES',
  },
  NOTE: { title: 'Write a note', group: 'ACCOUNT', roles: help },
  WITHDRAW_CODE: { title: 'Withdraw the code', roles: ['BILLING', 'ADMIN'] },
  SUSPEND_CHARGES: { title: 'Suspend automatic charges', roles: ['BILLING', 'ADMIN'] },
  RESUME_CHARGES: { title: 'Resume automatic charges', roles: ['BILLING', 'ADMIN'] },
  START_EXPERIMENT: { title: 'Start the experiment', roles: ['GROWTH', 'ADMIN'] },
  SPLIT_EXPERIMENT: { title: 'Change the split', roles: ['GROWTH', 'ADMIN'] },
  STOP_EXPERIMENT: { title: 'Stop the experiment', roles: ['GROWTH', 'ADMIN'] },
  RETRY_JOB: { title: 'Retry the job', roles: ['SUPPORT', 'BILLING', 'ADMIN'] },
  ASK_GATEWAY: { title: 'Query the gateway now', roles: ['SUPPORT', 'BILLING', 'ADMIN'] },
  RETRY_REFUND: { title: 'Retry the refund', roles: ['BILLING', 'ADMIN'] },
  COLLECT_EVIDENCE: { title: 'Collect the evidence', roles: ['BILLING', 'ADMIN'] },
  CLOSE_DIFFERENCE: { title: 'Close the difference', roles: ['BILLING', 'ADMIN'] },
  MAIL_ADDRESS_AGAIN: { title: 'Email this address again', roles: ['SUPPORT', 'ADMIN'] },
  GRANT_FEE_WAIVER: {
    title: 'Grant the fee waiver',
    roles: ['SUPPORT', 'ADMIN'],
    requiresConfirmation: ({ inFamily }) => inFamily !== 'FIRST',
  },
  REFUSE_FEE_WAIVER: { title: 'Refuse', roles: ['SUPPORT', 'ADMIN'] },
  COPY_PRICES: { title: 'Make a draft of these prices', roles: growth },
  CHANGE_PRICES: { title: 'Change prices', roles: growth },
  PUBLISH_PRICES: { title: 'Publish these prices now', roles: growth, requiresConfirmation: always },
  SCHEDULE_PRICES: { title: 'Publish these prices later', roles: growth, requiresConfirmation: always },
  CREATE_PERCENT_COUPON: { title: 'Create a coupon for a percentage', roles: growth, budget },
  CREATE_AMOUNT_COUPON: { title: 'Create a coupon for an amount', roles: growth, budget },
  END_COUPON: { title: 'End the coupon', roles: growth },
  CREATE_CODE_BATCH: {
    title: 'Create codes for a court or program',
    roles: growth,
    budget: ({ size, eachCents }) => Number(size) * Number(eachCents),
  },
  DOWNLOAD_CODES: { title: 'Download the codes', roles: growth },
  WITHDRAW_CODES: { title: 'Withdraw the codes', roles: growth },
  CREATE_REFERRER: { title: 'Add a referrer', roles: growth, budget },
  END_REFERRER: { title: 'End the links of the referrer', roles: growth },
  CREATE_COURT_LINK: { title: 'Create a link for a court', roles: growth },
  END_COURT_LINK: { title: 'End the link of the court', roles: growth },
  TURN_SWITCH_ON: { title: 'Switch it on', roles: growth },
  TURN_SWITCH_OFF: { title: 'Switch it off', roles: growth },
  WRITE_ANNOUNCEMENT: { title: 'Write an announcement', roles: growth },
  PUBLISH_ANNOUNCEMENT: { title: 'Publish the announcement', roles: growth, requiresConfirmation: always },
  END_ANNOUNCEMENT: { title: 'End the announcement', roles: growth },
  ADD_EVENT_ENDPOINT: { title: 'Add an endpoint', roles: ['ADMIN'] },
  ROTATE_EVENT_SECRET: { title: 'Change the secret', roles: ['ADMIN'] },
  PAUSE_EVENTS: { title: 'Pause', roles: ['ADMIN'] },
  RESUME_EVENTS: { title: 'Resume', roles: ['ADMIN'] },
  REPLAY_EVENTS_OF_DAYS: { title: 'Replay events by day', roles: ['ADMIN'] },
  REPLAY_EVENTS_OF_SUBJECT: { title: 'Replay events of a subject', roles: ['ADMIN'] },
  DISCARD_GIVEN_UP_EVENTS: { title: 'Discard failed events', roles: ['ADMIN'] },
  CLEAR_FOR_PERSONAL_DATA: { title: 'Clear for personal data', roles: ['ADMIN'], requiresConfirmation: always },
  WITHHOLD_PERSONAL_DATA: { title: 'Stop sending personal data', roles: ['ADMIN'] },
  REMOVE_EVENT_ENDPOINT: { title: 'Remove the endpoint', roles: ['ADMIN'] },
  WITHDRAW_PRICES: { title: 'Cancel the publication', roles: growth },
} as const satisfies Record<string, StaffAction>;

export type StaffActionName = keyof typeof staffActions;
export const staffActionNames = Object.keys(staffActions) as [StaffActionName, ...StaffActionName[]];

const rowOf = (action: StaffActionName): StaffAction => staffActions[action];

/** Whether one of these roles suffices. */
export function mayAct(roles: readonly StaffRole[], action: StaffActionName): boolean {
  return roles.some((role) => rowOf(action).roles.includes(role));
}

export const accessOf = (action: StaffActionName): StaffAction['access'] => rowOf(action).access;

/** Actions that set an address. */
export const movingActions = staffActionNames.filter((action) => /^(?:MOVES|DECIDES)$/.test(accessOf(action) ?? ''));

/** Whether it waits while two people claim the account. */
export const waitsForDecision = (action: StaffActionName): boolean =>
  !['DECIDES', undefined].includes(accessOf(action));

/** Days after staff moved an address in which no staff member alone can mail a link to it. */
export const movedLatelyDays = 7;

const limitedInput = (action: StaffActionName): string | undefined => rowOf(action).confirmationAbove?.input;

/** The input whose sum per user is limited, and the actions that share this limit; null if the action has none. */
export function sharedLimitOf(action: StaffActionName): { input: string; actions: StaffActionName[] } | null {
  const input = limitedInput(action);
  if (input === undefined) return null;
  return { input, actions: staffActionNames.filter((other) => limitedInput(other) === input) };
}

/** Actions whose budgets are added up. */
export const budgetActions = staffActionNames.filter((action) => rowOf(action).budget !== undefined);

/** In cents, what the action lets people have with these inputs; 0 for other actions. */
export function budgetOf(action: StaffActionName, inputs: InputValues): number {
  return rowOf(action).budget?.(inputs) ?? 0;
}

/** Whether a second person must confirm it. `given`: the sum granted earlier without one. */
export function needsConfirmation(action: StaffActionName, inputs: InputValues, given = 0): boolean {
  const { requiresConfirmation, confirmationAbove, budget: budgetOfInputs } = rowOf(action);
  const isTooMuch = confirmationAbove && !(given + Number(inputs[confirmationAbove.input]) <= confirmationAbove.most);
  const isOverBudget = budgetOfInputs && !(given + budgetOfInputs(inputs) <= couponConfirmedAbove[currency.code]);
  return isTooMuch ?? isOverBudget ?? requiresConfirmation?.(inputs) ?? false;
}
