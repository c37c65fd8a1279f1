import type { MailTemplate } from './mail-document.ts';
import { accountChange } from './templates/account-change.ts';
import { accountClosed } from './templates/account-closed.ts';
import { accountClosing } from './templates/account-closing.ts';
import { accountsMerged } from './templates/accounts-merged.ts';
import { coParentInviteResend } from './templates/co-parent-invite-resend.ts';
import { coParentInvite } from './templates/co-parent-invite.ts';
import { credentialsReminder } from './templates/credentials-reminder.ts';
import { emailChange, emailChanged } from './templates/email-change.ts';
import { emailAddressCorrected } from './templates/email-address-corrected.ts';
import { factorReset } from './templates/factor-reset.ts';
import { familyInviteByProfessional } from './templates/family-invite-by-professional.ts';
import { feeWaiverGranted, feeWaiverRefused } from './templates/fee-waiver.ts';
import { finishCredentials } from './templates/finish-credentials.ts';
import { confirmAddress } from './templates/confirm-address.ts';
import { addressCode } from './templates/address-code.ts';
import { ownershipCode, ownershipNotice } from './templates/ownership.ts';
import { passwordChanged } from './templates/password-changed.ts';
import { passwordReset } from './templates/password-reset.ts';
import { paymentMethodReplaced } from './templates/payment-method-replaced.ts';
import { paymentDisputed } from './templates/payment-disputed.ts';
import { paymentNotSettled } from './templates/payment-not-settled.ts';
import { planJoined } from './templates/plan-joined.ts';
import { planEnding } from './templates/plan-ending.ts';
import { proConfirmation } from './templates/pro-confirmation.ts';
import { receipt } from './templates/receipt.ts';
import { refundFailed, refundIssued } from './templates/refund.ts';
import { renewalCancelled } from './templates/renewal-cancelled.ts';
import { renewalDeclined } from './templates/renewal-declined.ts';
import { renewalNotPaidFor } from './templates/renewal-not-paid-for.ts';
import { renewalPaidFor } from './templates/renewal-paid-for.ts';
import { renewalReminder } from './templates/renewal-reminder.ts';
import { renewalResumed } from './templates/renewal-resumed.ts';
import { renewalUnjoined } from './templates/renewal-unjoined.ts';
import { resumeLink } from './templates/resume-link.ts';
import { subscriptionLapsed } from './templates/subscription-lapsed.ts';
import { usernameRecovery } from './templates/username-recovery.ts';

/** Every mail that the product sends. Jobs store these names: renaming one strands waiting mails. */
const templates = {
  receipt: receipt,
  'co-parent-invite': coParentInvite,
  'co-parent-invite-resend': coParentInviteResend,
  'family-invite-by-professional': familyInviteByProfessional,
  'resume-link': resumeLink,
  'finish-credentials': finishCredentials,
  'credentials-reminder': credentialsReminder,
  'pro-confirmation': proConfirmation,
  'password-reset': passwordReset,
  'password-changed': passwordChanged,
  'factor-reset': factorReset,
  'account-change': accountChange,
  'email-change': emailChange,
  'email-changed': emailChanged,
  'address-code': addressCode,
  'confirm-address': confirmAddress,
  'ownership-code': ownershipCode,
  'ownership-notice': ownershipNotice,
  'username-recovery': usernameRecovery,
  'renewal-reminder': renewalReminder,
  'renewal-declined': renewalDeclined,
  'subscription-lapsed': subscriptionLapsed,
  'renewal-cancelled': renewalCancelled,
  'renewal-unjoined': renewalUnjoined,
  'renewal-resumed': renewalResumed,
  'refund-issued': refundIssued,
  'refund-failed': refundFailed,
  'renewal-not-paid-for': renewalNotPaidFor,
  'plan-ending': planEnding,
  'payment-method-replaced': paymentMethodReplaced,
  'payment-disputed': paymentDisputed,
  'payment-not-settled': paymentNotSettled,
  'account-closing': accountClosing,
  'account-closed': accountClosed,
  'accounts-merged': accountsMerged,
  'plan-joined': planJoined,
  'renewal-paid-for': renewalPaidFor,
  'email-address-corrected': emailAddressCorrected,
  'fee-waiver-granted': feeWaiverGranted,
  'fee-waiver-refused': feeWaiverRefused,
};

export type MailTemplateName = keyof typeof templates;
/** The data of each mail. */
export type MailProps = { [Name in MailTemplateName]: Parameters<(typeof templates)[Name]>[0] };
export const mailTemplates: { [Name in MailTemplateName]: MailTemplate<MailProps[Name]> } = templates;
