import type { MailTemplate } from './mail-document.ts';
import { accountClosed, type AccountClosedProps } from './templates/account-closed.ts';
import { accountClosing, type AccountClosingProps } from './templates/account-closing.ts';
import { coParentInviteResend } from './templates/co-parent-invite-resend.ts';
import { coParentInvite, type CoParentInviteProps } from './templates/co-parent-invite.ts';
import { credentialsReminder } from './templates/credentials-reminder.ts';
import { emailAddressCorrected, type EmailAddressCorrectedProps } from './templates/email-address-corrected.ts';
import { familyInviteByProfessional, type FamilyInviteProps } from './templates/family-invite-by-professional.ts';
import { finishCredentials, type FinishCredentialsProps } from './templates/finish-credentials.ts';
import { passwordChanged, type PasswordChangedProps } from './templates/password-changed.ts';
import { passwordReset, type PasswordResetProps } from './templates/password-reset.ts';
import { paymentMethodReplaced, type PaymentMethodReplacedProps } from './templates/payment-method-replaced.ts';
import { paymentDisputed, type PaymentDisputedProps } from './templates/payment-disputed.ts';
import { planJoined, type PlanJoinedProps } from './templates/plan-joined.ts';
import { planEnding, type PlanEndingProps } from './templates/plan-ending.ts';
import { proConfirmation, type ProConfirmationProps } from './templates/pro-confirmation.ts';
import { receipt, type ReceiptProps } from './templates/receipt.ts';
import { refundFailed, type RefundFailedProps, refundIssued, type RefundIssuedProps } from './templates/refund.ts';
import { renewalCancelled, type RenewalCancelledProps } from './templates/renewal-cancelled.ts';
import { renewalDeclined, type RenewalDeclinedProps } from './templates/renewal-declined.ts';
import { renewalNotPaidFor, type RenewalNotPaidForProps } from './templates/renewal-not-paid-for.ts';
import { renewalPaidFor, type RenewalPaidForProps } from './templates/renewal-paid-for.ts';
import { renewalReminder, type RenewalReminderProps } from './templates/renewal-reminder.ts';
import { renewalResumed, type RenewalResumedProps } from './templates/renewal-resumed.ts';
import { subscriptionLapsed, type SubscriptionLapsedProps } from './templates/subscription-lapsed.ts';
import { usernameRecovery, type UsernameRecoveryProps } from './templates/username-recovery.ts';

/** What each mail must be given. The names are those stored in jobs: renaming one strands the mails that wait. */
export type MailProps = {
  receipt: ReceiptProps;
  'co-parent-invite': CoParentInviteProps;
  'co-parent-invite-resend': CoParentInviteProps;
  'family-invite-by-professional': FamilyInviteProps;
  'finish-credentials': FinishCredentialsProps;
  'credentials-reminder': FinishCredentialsProps;
  'pro-confirmation': ProConfirmationProps;
  'password-reset': PasswordResetProps;
  'password-changed': PasswordChangedProps;
  'username-recovery': UsernameRecoveryProps;
  'renewal-reminder': RenewalReminderProps;
  'renewal-declined': RenewalDeclinedProps;
  'subscription-lapsed': SubscriptionLapsedProps;
  'renewal-cancelled': RenewalCancelledProps;
  'renewal-resumed': RenewalResumedProps;
  'refund-issued': RefundIssuedProps;
  'refund-failed': RefundFailedProps;
  'renewal-not-paid-for': RenewalNotPaidForProps;
  'plan-ending': PlanEndingProps;
  'payment-method-replaced': PaymentMethodReplacedProps;
  'payment-disputed': PaymentDisputedProps;
  'account-closing': AccountClosingProps;
  'account-closed': AccountClosedProps;
  'plan-joined': PlanJoinedProps;
  'renewal-paid-for': RenewalPaidForProps;
  'email-address-corrected': EmailAddressCorrectedProps;
};

export type MailTemplateName = keyof MailProps;

/** Every mail the product sends. */
export const mailTemplates: { [Name in MailTemplateName]: MailTemplate<MailProps[Name]> } = {
  receipt: receipt,
  'co-parent-invite': coParentInvite,
  'co-parent-invite-resend': coParentInviteResend,
  'family-invite-by-professional': familyInviteByProfessional,
  'finish-credentials': finishCredentials,
  'credentials-reminder': credentialsReminder,
  'pro-confirmation': proConfirmation,
  'password-reset': passwordReset,
  'password-changed': passwordChanged,
  'username-recovery': usernameRecovery,
  'renewal-reminder': renewalReminder,
  'renewal-declined': renewalDeclined,
  'subscription-lapsed': subscriptionLapsed,
  'renewal-cancelled': renewalCancelled,
  'renewal-resumed': renewalResumed,
  'refund-issued': refundIssued,
  'refund-failed': refundFailed,
  'renewal-not-paid-for': renewalNotPaidFor,
  'plan-ending': planEnding,
  'payment-method-replaced': paymentMethodReplaced,
  'payment-disputed': paymentDisputed,
  'account-closing': accountClosing,
  'account-closed': accountClosed,
  'plan-joined': planJoined,
  'renewal-paid-for': renewalPaidFor,
  'email-address-corrected': emailAddressCorrected,
};
