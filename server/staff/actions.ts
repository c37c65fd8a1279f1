import { type StaffActionName, staffActionNames } from '#contract/staff/staff-actions.ts';
import type { Action } from './action.ts';
import * as announcements from './actions/announcements.ts';
import * as askGateway from './actions/ask-gateway.ts';
import * as changeRenewal from './actions/change-renewal.ts';
import * as checkSecurity from './actions/check-security.ts';
import * as chooseRenewal from './actions/choose-renewal.ts';
import * as closeAccount from './actions/close-account.ts';
import * as closeDifference from './actions/close-difference.ts';
import * as codeBatches from './actions/code-batches.ts';
import * as collectEvidence from './actions/collect-evidence.ts';
import * as correctEmail from './actions/correct-email.ts';
import * as coupons from './actions/coupons.ts';
import * as courtLinks from './actions/court-links.ts';
import * as endSessions from './actions/end-sessions.ts';
import * as eventEndpoints from './actions/event-endpoints.ts';
import * as eventReplays from './actions/event-replays.ts';
import * as feeWaiver from './actions/fee-waiver.ts';
import * as giveAccountBack from './actions/give-account-back.ts';
import * as grantDays from './actions/grant-days.ts';
import * as killSwitches from './actions/kill-switches.ts';
import * as mailAddressAgain from './actions/mail-address-again.ts';
import * as mailInvite from './actions/mail-invite.ts';
import * as mailNotice from './actions/mail-notice.ts';
import * as mailReceipt from './actions/mail-receipt.ts';
import * as mailRecovery from './actions/mail-recovery.ts';
import * as merge from './actions/merge.ts';
import * as newInvite from './actions/new-invite.ts';
import * as note from './actions/note.ts';
import * as payWithCode from './actions/pay-with-code.ts';
import * as priceDrafts from './actions/price-drafts.ts';
import * as pricePublications from './actions/price-publications.ts';
import * as referrers from './actions/referrers.ts';
import * as refund from './actions/refund.ts';
import * as retryJob from './actions/retry-job.ts';
import * as retryRefund from './actions/retry-refund.ts';
import * as runExperiment from './actions/run-experiment.ts';
import * as showContact from './actions/show-contact.ts';
import * as suspendCharges from './actions/suspend-charges.ts';
import * as withdrawCode from './actions/withdraw-code.ts';

/** `END_COUPON` → `endCoupon`, the name under which a file of `actions/` exports it. */
type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${Lowercase<First>}${Capitalize<CamelCase<Rest>>}`
  : Lowercase<Name>;
type Implementations = { [Name in StaffActionName as CamelCase<Name>]: Action };

const implementations: Implementations = {
  ...announcements,
  ...askGateway,
  ...changeRenewal,
  ...checkSecurity,
  ...chooseRenewal,
  ...closeAccount,
  ...closeDifference,
  ...codeBatches,
  ...collectEvidence,
  ...correctEmail,
  ...coupons,
  ...courtLinks,
  ...endSessions,
  ...eventEndpoints,
  ...eventReplays,
  ...feeWaiver,
  ...giveAccountBack,
  ...grantDays,
  ...killSwitches,
  ...mailAddressAgain,
  ...mailInvite,
  ...mailNotice,
  ...mailReceipt,
  ...mailRecovery,
  ...merge,
  ...newInvite,
  ...note,
  ...payWithCode,
  ...priceDrafts,
  ...pricePublications,
  ...referrers,
  ...refund,
  ...retryJob,
  ...retryRefund,
  ...runExperiment,
  ...showContact,
  ...suspendCharges,
  ...withdrawCode,
};

const implementationOf = (name: StaffActionName): Action => {
  const camelCase = name.toLowerCase().replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());
  return implementations[camelCase as keyof Implementations];
};

/** The implementation of each action. */
export const actions = Object.fromEntries(staffActionNames.map((name) => [name, implementationOf(name)])) as Record<
  StaffActionName,
  Action
>;
