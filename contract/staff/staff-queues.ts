import type { StaffRole } from './staff.ts';
import type { StaffActionName } from './staff-actions.ts';

type StaffQueue = {
  title: string;
  /** What is in it, and what happens if nobody acts. */
  about: string;
  /** Column headings, besides the person. */
  columns: readonly string[];
  roles: readonly StaffRole[];
  /** The actions on a row; its key is their subject. */
  actions: readonly StaffActionName[];
  /** They are performed on the row's person instead, as on their page. */
  isAboutPerson: boolean;
};

const money = ['BILLING', 'ADMIN'] as const;
const people = ['SUPPORT', 'ADMIN'] as const;
const both = ['SUPPORT', 'BILLING', 'ADMIN'] as const;

/** What waits for staff, by the name in its address. */
export const staffQueues = {
  'payments-in-doubt': {
    title: 'Payments in doubt',
    about: 'It is not known yet whether money moved. The gateway is queried every minute.',
    columns: ['Since', 'For', 'Amount', 'State'],
    roles: both,
    actions: ['ASK_GATEWAY'],
    isAboutPerson: false,
  },
  'failed-refunds': {
    title: 'Failed refunds',
    about: 'The gateway refused them permanently; their payees were notified.',
    columns: ['Requested', 'Why', 'Amount', 'Last refusal'],
    roles: money,
    actions: ['RETRY_REFUND'],
    isAboutPerson: false,
  },
  disputes: {
    title: 'Disputes to answer',
    about: "The payer's bank holds the money until it has decided, and decides for the payer after the last day.",
    columns: ['Last day', 'Kind and reason', 'Amount', 'Dispute'],
    roles: money,
    actions: ['COLLECT_EVIDENCE'],
    isAboutPerson: false,
  },
  'settlement-differences': {
    title: 'Settlement differences',
    about: "Our books and the gateway's differ. They are compared every night, and rows that agree again are closed.",
    columns: ['Day', 'What differs', 'Ours', 'Theirs', 'Transaction'],
    roles: money,
    actions: ['CLOSE_DIFFERENCE'],
    isAboutPerson: false,
  },
  'refused-mail': {
    title: 'Refused email',
    about:
      'Nothing is sent to these addresses; after a spam complaint, nothing but what their readers ask for themselves. Bounced ones leave when they are corrected, and all of them after 90 days at the latest.',
    columns: ['Reported', 'What', 'Reports'],
    roles: people,
    actions: ['MAIL_ADDRESS_AGAIN'],
    isAboutPerson: false,
  },
  'failed-jobs': {
    title: 'Failed jobs',
    about: 'They used all their attempts and are not retried automatically.',
    columns: ['Last attempt', 'Job', 'Attempts', 'Error'],
    roles: ['SUPPORT', 'BILLING', 'ADMIN'],
    actions: ['RETRY_JOB'],
    isAboutPerson: false,
  },
  'fee-waivers': {
    title: 'Fee waivers',
    about: 'Parents who asked for a free year. They were promised an answer within five days.',
    columns: ['Requested', 'Reason', 'Court order', 'Link', 'Has paid before'],
    roles: people,
    actions: ['GRANT_FEE_WAIVER', 'REFUSE_FEE_WAIVER'],
    isAboutPerson: false,
  },
  'account-claims': {
    title: 'Claims of accounts',
    about:
      'Two people say that an account is theirs, and each has one proof. It shows and changes nothing until either brings a second proof, or two members of staff decide. Call both.',
    columns: ['With us since', 'Claimant proved', 'In dispute'],
    roles: people,
    actions: ['GIVE_TO_CLAIMANT', 'LEAVE_WITH_HOLDER'],
    isAboutPerson: true,
  },
  closings: {
    title: 'Closing accounts',
    about: 'Requested by their owners, who can cancel until the day. No action is needed.',
    columns: ['Closes on', 'Requested on'],
    roles: people,
    actions: ['KEEP_ACCOUNT'],
    isAboutPerson: true,
  },
  'past-due': {
    title: 'Past-due subscriptions',
    about: 'The renewal was declined, or is two days overdue. Charges are retried automatically.',
    columns: ['Period ended', 'Plan', 'Declined on', 'Next try'],
    roles: both,
    actions: ['PAY_WITH_CODE', 'CANCEL_RENEWAL'],
    isAboutPerson: true,
  },
} as const satisfies Record<string, StaffQueue>;

export type StaffQueueName = keyof typeof staffQueues;
export const staffQueueNames = Object.keys(staffQueues) as [StaffQueueName, ...StaffQueueName[]];

/** Whether one of these roles suffices. */
export function maySeeQueue(roles: readonly StaffRole[], queue: StaffQueueName): boolean {
  const enough: readonly StaffRole[] = staffQueues[queue].roles;
  return roles.some((role) => enough.includes(role));
}
