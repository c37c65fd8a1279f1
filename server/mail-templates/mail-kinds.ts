import type { MailKind } from '../gateways/mail/port.ts';
import type { MailTemplateName } from './mail-templates.ts';

/**
 * Why each mail is sent. Receipts and decisions are not awaited but must arrive; the last possible mail counts as
 * awaited. No mail is marketing.
 */
export const mailKinds: Readonly<Record<MailTemplateName, MailKind>> = {
  receipt: 'transactional',
  'co-parent-invite': 'invite',
  'co-parent-invite-resend': 'invite',
  'family-invite-by-professional': 'invite',
  'resume-link': 'awaited',
  'finish-credentials': 'awaited',
  'credentials-reminder': 'transactional',
  'pro-confirmation': 'awaited',
  'password-reset': 'awaited',
  'password-changed': 'security',
  'factor-reset': 'security',
  'account-change': 'security',
  'email-change': 'awaited',
  'email-changed': 'security',
  'address-code': 'awaited',
  'confirm-address': 'awaited',
  'ownership-code': 'awaited',
  'ownership-notice': 'security',
  'username-recovery': 'awaited',
  'renewal-reminder': 'transactional',
  'renewal-declined': 'transactional',
  'subscription-lapsed': 'transactional',
  'renewal-cancelled': 'transactional',
  'renewal-unjoined': 'transactional',
  'renewal-resumed': 'transactional',
  'refund-issued': 'transactional',
  'refund-failed': 'transactional',
  'renewal-not-paid-for': 'transactional',
  'plan-ending': 'transactional',
  'payment-method-replaced': 'security',
  'payment-disputed': 'transactional',
  'payment-not-settled': 'transactional',
  'account-closing': 'security',
  'account-closed': 'awaited',
  'accounts-merged': 'security',
  'plan-joined': 'transactional',
  'renewal-paid-for': 'transactional',
  'email-address-corrected': 'transactional',
  'fee-waiver-granted': 'transactional',
  'fee-waiver-refused': 'transactional',
};

/**
 * How many mails of one template are sent. Beyond that, one about a current state waits, and one about a past event is
 * left out.
 */
type Pace = { most: number; hours: number; next: 'waits' | 'left out' };
type Paces = { readonly [Name in MailTemplateName]?: Pace };
const few = { most: 3, hours: 8 };

/** Notices that a signed-in person can cause again and again, to a mailbox that need not be theirs. */
const pacedMails: Paces = {
  'renewal-cancelled': { ...few, next: 'waits' },
  'renewal-resumed': { ...few, next: 'waits' },
  'account-closing': { ...few, next: 'waits' },
  'password-changed': { ...few, next: 'left out' },
  'payment-method-replaced': { ...few, next: 'left out' },
};

/** An unproved mailbox may be a stranger's: it gets one warning a day, whatever changes. */
const pacedToUnproven: Paces = { ...pacedMails, 'account-change': { most: 1, hours: 24, next: 'left out' } };

export const paceOf = (template: MailTemplateName, { isUnproven }: { isUnproven: boolean }): Pace | undefined =>
  (isUnproven ? pacedToUnproven : pacedMails)[template];
