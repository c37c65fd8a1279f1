import * as billing from './billing-jobs.ts';
import { runCanary } from './canary.ts';
import { renewSigningKeys, sendClientLogout } from './client-login-jobs.ts';
import { compareSettlementJob } from './compare-settlement.ts';
import { compareDisputes, sendDisputeChanged } from './dispute-jobs.ts';
import { creditReturnedCodes, documentCorrectionsJob } from './document-jobs.ts';
import { expireRegistrationsJob } from './expire-registrations.ts';
import { addMonthsAhead, forgetOldRecords } from './forget-old-records.ts';
import { forwardAnalytics } from './forward-analytics.ts';
import { handleGatewayNotification } from './handle-gateway-notification.ts';
import type { Job } from './job.ts';
import * as accountMails from './mail/account-mail-jobs.ts';
import { sendRenewalChanged, sendSubscriptionEnded } from './mail/changed-renewal-jobs.ts';
import { freeAddressJob, sendEmailChange, sendEmailChanged } from './mail/email-change-jobs.ts';
import * as factorReset from './mail/factor-reset-jobs.ts';
import { sendDocumentCopy, sendInvoiceAddress } from './mail/invoice-address-jobs.ts';
import { recordTextReportJob } from './mail/record-text-report.ts';
import * as recovery from './mail/recovery-jobs.ts';
import { sendRenewalDeclined, sendRenewalReminder } from './mail/renewal-mail-jobs.ts';
import { sendAccountChange } from './mail/send-account-change.ts';
import { sendAccountsMerged } from './mail/send-accounts-merged.ts';
import { sendCredentialsLink, sendCredentialsReminder } from './mail/send-credentials-link.ts';
import { sendEmailCorrected } from './mail/send-email-corrected.ts';
import { answerFeeWaiverJob, sendFeeWaiverAnswer } from './mail/send-fee-waiver-answer.ts';
import { sendInvite } from './mail/send-invite.ts';
import { sendProConfirmation } from './mail/send-pro-confirmation.ts';
import { sendReceipt } from './mail/send-receipt.ts';
import { sendRenewalChoice } from './mail/send-renewal-choice.ts';
import { sendRenewalCover } from './mail/send-renewal-cover.ts';
import { sendResumeLink } from './mail/send-resume-link.ts';
import { sendSettlementDeclined } from './mail/send-settlement-declined.ts';
import { sendEmailCode, sendPhoneCode } from './mail/send-texted-code.ts';
import { sendTimedInvite } from './mail/send-timed-invite.ts';
import { sendRecoveryText, sendUsernames } from './mail/send-username.ts';
import { answerOwnershipClaim, endOwnershipWait, sendOwnershipCode, sendOwnershipNotice } from './ownership-jobs.ts';
import { reconcilePaymentJob, sweepPayments, voidLateChargeJob } from './reconcile-payment.ts';
import { rollUpFunnelJob } from './roll-up-funnel.ts';
import { withdrawUnpaidOrder } from './withdraw-unpaid-order.ts';
import { unlockDeadWorkers } from './worker-heartbeat.ts';

export const jobs = {
  'document-corrections': documentCorrectionsJob,
  'credit-returned-codes': creditReturnedCodes,
  'send-receipt': sendReceipt,
  'send-document-copy': sendDocumentCopy,
  'send-invoice-address': sendInvoiceAddress,
  'send-invite': sendInvite,
  'send-resume-link': sendResumeLink,
  'answer-fee-waiver': answerFeeWaiverJob,
  'send-fee-waiver-answer': sendFeeWaiverAnswer,
  'send-timed-invite': sendTimedInvite,
  'send-credentials-link': sendCredentialsLink,
  'send-credentials-reminder': sendCredentialsReminder,
  'answer-recovery': recovery.answerRecoveryJob,
  'send-password-reset': recovery.sendPasswordReset,
  'send-password-changed': recovery.sendPasswordChanged,
  'send-usernames': sendUsernames,
  'send-address-code': recovery.sendAddressCode,
  'send-recovery-text': sendRecoveryText,
  'free-address': freeAddressJob,
  'send-account-change': sendAccountChange,
  'answer-ownership-claim': answerOwnershipClaim,
  'send-ownership-code': sendOwnershipCode,
  'send-ownership-notice': sendOwnershipNotice,
  'end-ownership-wait': endOwnershipWait,
  'send-factor-reset-mail': factorReset.sendFactorResetMail,
  'send-factor-reset-text': factorReset.sendFactorResetText,
  'complete-factor-reset': factorReset.completeFactorResetJob,
  'reseal-app-secrets': factorReset.resealAppSecrets,
  'send-email-change': sendEmailChange,
  'send-email-changed': sendEmailChanged,
  'send-email-code': sendEmailCode,
  'send-phone-code': sendPhoneCode,
  'record-text-report': recordTextReportJob,
  'send-client-logout': sendClientLogout,
  'renew-signing-keys': renewSigningKeys,
  'forget-old-access': recovery.forgetOldAccess,
  'add-months': addMonthsAhead,
  'forget-old-records': forgetOldRecords,
  'send-pro-confirmation': sendProConfirmation,
  'send-email-corrected': sendEmailCorrected,
  'scan-billing': billing.scanBillingJob,
  'renew-subscription': billing.renewSubscriptionJob,
  'try-backup-method': billing.tryBackupMethodJob,
  'ask-about-unjoined': billing.askAboutUnjoinedJob,
  'send-renewal-reminder': sendRenewalReminder,
  'send-renewal-declined': sendRenewalDeclined,
  'send-renewal-changed': sendRenewalChanged,
  'send-renewal-choice': sendRenewalChoice,
  'send-renewal-cover': sendRenewalCover,
  'send-subscription-ended': sendSubscriptionEnded,
  'issue-refund': billing.issueRefundJob,
  'follow-refund': billing.followRefundJob,
  'send-refund-issued': accountMails.sendRefundIssued,
  'send-refund-failed': accountMails.sendRefundFailed,
  'delete-payment-method': billing.deletePaymentMethodJob,
  'refresh-payment-method': billing.refreshPaymentMethodJob,
  'charge-waiting-renewals': billing.chargeWaitingRenewals,
  'update-gateway-customer': billing.updateGatewayCustomerJob,
  'delete-gateway-customer': billing.deleteGatewayCustomerJob,
  'send-payment-method-replaced': accountMails.sendPaymentMethodReplaced,
  'send-account-closing': accountMails.sendAccountClosing,
  'send-accounts-merged': sendAccountsMerged,
  'send-plan-joined': accountMails.sendPlanJoined,
  'close-account': billing.closeAccountJob,
  'forget-waiting-families': billing.forgetWaitingFamiliesJob,
  'forget-abandoned-family': billing.forgetAbandonedFamilyJob,
  'reconcile-payment': reconcilePaymentJob,
  'void-late-charge': voidLateChargeJob,
  'sweep-payments': sweepPayments,
  'handle-gateway-notification': handleGatewayNotification,
  'compare-disputes': compareDisputes,
  'compare-settlement': compareSettlementJob,
  'send-dispute-changed': sendDisputeChanged,
  'send-settlement-declined': sendSettlementDeclined,
  'withdraw-unpaid-order': withdrawUnpaidOrder,
  'expire-registrations': expireRegistrationsJob,
  'forward-analytics': forwardAnalytics,
  'roll-up-funnel': rollUpFunnelJob,
  'unlock-dead-workers': unlockDeadWorkers,
  'run-canary': runCanary,
};

type PayloadOf<Of> = Of extends Job<infer Payload> ? Payload : never;
type Payloads = { [Name in keyof typeof jobs]: PayloadOf<(typeof jobs)[Name]> };

declare module '../db/job-queue.ts' {
  interface JobPayloads extends Payloads {}
}

/** Scheduled jobs (crontab format, UTC). */
export const schedule = [
  '* * * * * sweep-payments',
  '*/10 * * * * scan-billing',
  '* * * * * unlock-dead-workers',
  '* * * * * forward-analytics',
  '*/10 * * * * roll-up-funnel',
  '* * * * * run-canary',
  '*/10 * * * * expire-registrations',
  '25 * * * * document-corrections',
  '*/15 * * * * forget-old-access',
  '15 3 * * * add-months',
  '20 3 * * * forget-old-records',
  '40 3 * * * reseal-app-secrets',
  '45 3 * * * renew-signing-keys',
  // Disputes first, so that money returned twice is reported in the night in which its dispute is found.
  '10 4 * * * compare-disputes',
  '50 4 * * * compare-settlement',
].join('\n');
