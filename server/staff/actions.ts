import type { StaffActionName } from '#contract/staff/staff-actions.ts';
import type { Action } from './action.ts';
import { reconcileAttempt } from './actions/reconcile-attempt.ts';
import { cancelRenewal, resumeRenewal } from './actions/change-renewal.ts';
import { checkSecurity } from './actions/check-security.ts';
import { endAnnouncement, publishAnnouncement, writeAnnouncement } from './actions/announcements.ts';
import { closeAccount, cancelClosing } from './actions/close-account.ts';
import { closeSettlementDifference } from './actions/close-difference.ts';
import { createCodeBatch, downloadCodes, withdrawCodes } from './actions/code-batches.ts';
import { collectDisputeEvidence } from './actions/collect-evidence.ts';
import { correctEmail } from './actions/correct-email.ts';
import { createAmountCoupon, createPercentCoupon, endCoupon } from './actions/coupons.ts';
import { createCourtLink, endCourtLink } from './actions/court-links.ts';
import { endSessions } from './actions/end-sessions.ts';
import { giveClaimed, leaveClaimed, returnAccount } from './actions/give-account-back.ts';
import { grantFeeWaiver, refuseFeeWaiver } from './actions/fee-waiver.ts';
import {
  addEventEndpoint,
  clearForPersonalData,
  pauseEvents,
  removeEventEndpoint,
  resumeEvents,
  rotateEventSecret,
  withholdPersonalData,
} from './actions/event-endpoints.ts';
import { discardFailedEvents, replayEventsOfDays, replayEventsOfSubject } from './actions/event-replays.ts';
import { extendPlan, grantPlan } from './actions/grant-days.ts';
import { resumeMail } from './actions/resume-mail.ts';
import { mailInvite } from './actions/mail-invite.ts';
import { mailNotice } from './actions/mail-notice.ts';
import { mailReceipt } from './actions/mail-receipt.ts';
import { mailRecovery } from './actions/mail-recovery.ts';
import { merge, undoMergeAction } from './actions/merge.ts';
import { newInvite } from './actions/new-invite.ts';
import { note } from './actions/note.ts';
import { turnSwitchOff, turnSwitchOn } from './actions/kill-switches.ts';
import { changePrices, copyPrices } from './actions/price-drafts.ts';
import { payWithCode } from './actions/pay-with-code.ts';
import { publishPrices, schedulePrices, withdrawPrices } from './actions/price-publications.ts';
import { createReferrer, endReferrer } from './actions/referrers.ts';
import { refund } from './actions/refund.ts';
import { splitExperiment, startExperiment, stopExperiment } from './actions/run-experiment.ts';
import { retryJob } from './actions/retry-job.ts';
import { retryRefund } from './actions/retry-refund.ts';
import { showContact } from './actions/show-contact.ts';
import { withdrawCode } from './actions/withdraw-code.ts';

/** The implementation of each action. */
export const actions: Record<StaffActionName, Action> = {
  SHOW_CONTACT: showContact,
  CHECK_SECURITY: checkSecurity,
  REFUND: refund,
  CANCEL_RENEWAL: cancelRenewal,
  RESUME_RENEWAL: resumeRenewal,
  EXTEND_PLAN: extendPlan,
  GIVE_PLAN: grantPlan,
  PAY_WITH_CODE: payWithCode,
  MAIL_RECEIPT: mailReceipt,
  MAIL_NOTICE: mailNotice,
  MAIL_RECOVERY: mailRecovery,
  MAIL_INVITE: mailInvite,
  NEW_INVITE: newInvite,
  CORRECT_EMAIL: correctEmail,
  GIVE_ACCOUNT_BACK: returnAccount,
  GIVE_TO_CLAIMANT: giveClaimed,
  LEAVE_WITH_HOLDER: leaveClaimed,
  END_SESSIONS: endSessions,
  CLOSE_ACCOUNT: closeAccount,
  KEEP_ACCOUNT: cancelClosing,
  MERGE: merge,
  UNDO_MERGE: undoMergeAction,
  NOTE: note,
  WITHDRAW_CODE: withdrawCode,
  START_EXPERIMENT: startExperiment,
  SPLIT_EXPERIMENT: splitExperiment,
  STOP_EXPERIMENT: stopExperiment,
  RETRY_JOB: retryJob,
  ASK_GATEWAY: reconcileAttempt,
  RETRY_REFUND: retryRefund,
  COLLECT_EVIDENCE: collectDisputeEvidence,
  CLOSE_DIFFERENCE: closeSettlementDifference,
  MAIL_ADDRESS_AGAIN: resumeMail,
  GRANT_FEE_WAIVER: grantFeeWaiver,
  REFUSE_FEE_WAIVER: refuseFeeWaiver,
  CREATE_PERCENT_COUPON: createPercentCoupon,
  CREATE_AMOUNT_COUPON: createAmountCoupon,
  END_COUPON: endCoupon,
  CREATE_CODE_BATCH: createCodeBatch,
  DOWNLOAD_CODES: downloadCodes,
  WITHDRAW_CODES: withdrawCodes,
  CREATE_REFERRER: createReferrer,
  END_REFERRER: endReferrer,
  CREATE_COURT_LINK: createCourtLink,
  END_COURT_LINK: endCourtLink,
  TURN_SWITCH_ON: turnSwitchOn,
  TURN_SWITCH_OFF: turnSwitchOff,
  WRITE_ANNOUNCEMENT: writeAnnouncement,
  PUBLISH_ANNOUNCEMENT: publishAnnouncement,
  END_ANNOUNCEMENT: endAnnouncement,
  COPY_PRICES: copyPrices,
  CHANGE_PRICES: changePrices,
  PUBLISH_PRICES: publishPrices,
  SCHEDULE_PRICES: schedulePrices,
  WITHDRAW_PRICES: withdrawPrices,
  ADD_EVENT_ENDPOINT: addEventEndpoint,
  ROTATE_EVENT_SECRET: rotateEventSecret,
  PAUSE_EVENTS: pauseEvents,
  RESUME_EVENTS: resumeEvents,
  REPLAY_EVENTS_OF_DAYS: replayEventsOfDays,
  REPLAY_EVENTS_OF_SUBJECT: replayEventsOfSubject,
  DISCARD_GIVEN_UP_EVENTS: discardFailedEvents,
  CLEAR_FOR_PERSONAL_DATA: clearForPersonalData,
  WITHHOLD_PERSONAL_DATA: withholdPersonalData,
  REMOVE_EVENT_ENDPOINT: removeEventEndpoint,
};
