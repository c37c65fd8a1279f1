import type { MailKind } from '../gateways/mail/port.ts';
import type { MailTemplateName } from './mail-templates.ts';

/**
 * Why each mail is sent. Receipts and decisions are not awaited but must arrive; the last mail possible counts as
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

/** Whatever bounces, complaints and contact preferences say: they are how an owner keeps, or gets back, an account. */
export const leavingAlways: ReadonlySet<MailKind> = new Set(['awaited', 'security']);

/**
 * Notices that whoever is signed in can cause again and again, to a mailbox that need not be theirs: of each kind three
 * leave in `pacedHours`. Then one of what still holds waits, and one of what has happened is left out.
 */
export const pacedMails: { readonly [Name in MailTemplateName]?: 'waits' | 'left out' } = {
  'renewal-cancelled': 'waits',
  'renewal-resumed': 'waits',
  'account-closing': 'waits',
  'password-changed': 'left out',
  'payment-method-replaced': 'left out',
};
export const pacedMost = 3;
export const pacedHours = 8;
