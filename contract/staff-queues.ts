import type { StaffActionName } from './staff-actions.ts';
import type { StaffRole } from './staff.ts';

type StaffQueue = {
  title: string;
  /** What is in it, and what becomes of it without anybody. */
  about: string;
  /** Headings of what a row says, beside the person. */
  columns: readonly string[];
  roles: readonly StaffRole[];
  /** What may be done about a row; its key is their subject. */
  actions: readonly StaffActionName[];
  /** They are done about the row's person instead, as on their page. */
  isAboutPerson: boolean;
};

const money = ['BILLING', 'ADMIN'] as const;
const people = ['SUPPORT', 'ADMIN'] as const;
const both = ['SUPPORT', 'BILLING', 'ADMIN'] as const;

/** What waits for a member of staff, by the name in its address. */
export const staffQueues = {
  'payments-in-doubt': {
    title: 'Payments in doubt',
    about: 'Nobody knows yet whether money moved. The gateway is asked again every minute.',
    columns: ['Since', 'For', 'Amount', 'State'],
    roles: both,
    actions: ['ASK_GATEWAY'],
    isAboutPerson: false,
  },
  'failed-refunds': {
    title: 'Failed refunds',
    about: 'The gateway refused them for good, and their payees were told.',
    columns: ['Asked for', 'Why', 'Amount', 'Last refusal'],
    roles: money,
    actions: ['RETRY_REFUND'],
    isAboutPerson: false,
  },
  disputes: {
    title: 'Disputes to answer',
    about: 'The payer’s bank holds the money until it has decided, and decides for the payer after the last day.',
    columns: ['Last day', 'Kind and reason', 'Amount', 'Dispute'],
    roles: money,
    actions: ['COLLECT_EVIDENCE'],
    isAboutPerson: false,
  },
  'ledger-differences': {
    title: 'Settlement differences',
    about: 'Our books and the gateway’s do not agree. They are compared each night, and what agrees again is closed.',
    columns: ['Day', 'What differs', 'Ours', 'Theirs', 'Transaction'],
    roles: money,
    actions: ['CLOSE_DIFFERENCE'],
    isAboutPerson: false,
  },
  'refused-mail': {
    title: 'Refused mail',
    about: 'Nothing more is sent to these addresses of these accounts, until they are put right or time has passed.',
    columns: ['Reported', 'What', 'Reports'],
    roles: people,
    actions: ['MAIL_ADDRESS_AGAIN'],
    isAboutPerson: false,
  },
  'failed-jobs': {
    title: 'Jobs given up',
    about: 'Tried as often as they may be. Nothing tries them again by itself.',
    columns: ['Last try', 'Job', 'Tries', 'Error'],
    roles: ['SUPPORT', 'BILLING', 'ADMIN'],
    actions: ['RETRY_JOB'],
    isAboutPerson: false,
  },
  'fee-waivers': {
    title: 'Fee waivers',
    about: 'Parents who ask for a year without charge. They were told that they are answered within five days.',
    columns: ['Asked', 'Reason', 'Court order', 'Came by', 'Has paid before'],
    roles: people,
    actions: ['GRANT_FEE_WAIVER', 'REFUSE_FEE_WAIVER'],
    isAboutPerson: false,
  },
  closings: {
    title: 'Accounts that close',
    about: 'Their owners asked for it and can take it back until the day. Nothing has to be done.',
    columns: ['Closes on', 'Asked on'],
    roles: people,
    actions: ['KEEP_ACCOUNT'],
    isAboutPerson: true,
  },
  'past-due': {
    title: 'Past-due subscriptions',
    about: 'The renewal was declined, or should have been charged two days ago. Charges are tried again by themselves.',
    columns: ['Period ended', 'Plan', 'Declined on', 'Next try'],
    roles: both,
    actions: ['PAY_WITH_CODE', 'CANCEL_RENEWAL'],
    isAboutPerson: true,
  },
} as const satisfies Record<string, StaffQueue>;

export type StaffQueueName = keyof typeof staffQueues;
export const staffQueueNames = Object.keys(staffQueues) as [StaffQueueName, ...StaffQueueName[]];

/** Whether one of these roles is enough. */
export function maySeeQueue(roles: readonly StaffRole[], queue: StaffQueueName): boolean {
  const enough: readonly StaffRole[] = staffQueues[queue].roles;
  return roles.some((role) => enough.includes(role));
}
