import type { MailKind } from '../gateways/mail/port.ts';
import type { MailTemplateName } from './mail-templates.ts';

/**
 * Why each mail is sent. `awaited` mails, and the last one possible, ignore contact hours and complaints. Receipts and
 * decisions are not awaited but must arrive. No mail is marketing.
 */
export const mailKinds: Readonly<Record<MailTemplateName, MailKind>> = {
  receipt: 'transactional',
  'co-parent-invite': 'transactional',
  'co-parent-invite-resend': 'transactional',
  'family-invite-by-professional': 'transactional',
  'resume-link': 'awaited',
  'finish-credentials': 'awaited',
  'credentials-reminder': 'transactional',
  'pro-confirmation': 'awaited',
  'password-reset': 'awaited',
  'password-changed': 'transactional',
  'factor-reset': 'transactional',
  'account-change': 'transactional',
  'email-change': 'awaited',
  'email-changed': 'transactional',
  'ownership-code': 'awaited',
  'ownership-notice': 'transactional',
  'username-recovery': 'awaited',
  'renewal-reminder': 'transactional',
  'renewal-declined': 'transactional',
  'subscription-lapsed': 'transactional',
  'renewal-cancelled': 'transactional',
  'renewal-resumed': 'transactional',
  'refund-issued': 'transactional',
  'refund-failed': 'transactional',
  'renewal-not-paid-for': 'transactional',
  'plan-ending': 'transactional',
  'payment-method-replaced': 'transactional',
  'payment-disputed': 'transactional',
  'payment-not-settled': 'transactional',
  'account-closing': 'transactional',
  'account-closed': 'awaited',
  'accounts-merged': 'transactional',
  'plan-joined': 'transactional',
  'renewal-paid-for': 'transactional',
  'email-address-corrected': 'transactional',
  'fee-waiver-granted': 'transactional',
  'fee-waiver-refused': 'transactional',
};

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
