import { mostDaysBeforeJoining } from '#contract/account/days-before-joining.ts';
import type { StillCharged, SubscriptionView } from '#contract/api/account.ts';
import type { ReceiptItem, RefundView } from '#contract/api/receipts.ts';
import { m } from '#messages/messages.js';
import { ownDay } from '#web/auth-session/own-time.ts';
import { longDay, unbrokenDay } from '#web/i18n/long-day.ts';

/** A subscription's state, as its badge shows it. */
export type Stage = 'ACTIVE' | 'ENDING' | 'WAITING' | 'PAUSED' | 'LAPSED' | 'REFUNDED';

export function stageOf({
  state,
  autoRenew,
  waiting,
  paused,
}: Pick<SubscriptionView, 'state' | 'autoRenew' | 'waiting' | 'paused'>): Stage {
  if (state !== 'CURRENT') return state;
  if (waiting !== null) return 'WAITING';
  if (paused && autoRenew) return 'PAUSED';
  return autoRenew ? 'ACTIVE' : 'ENDING';
}

const stages: Record<Stage, () => string> = {
  ACTIVE: () => m.account_stage_active(),
  ENDING: () => m.account_stage_ending(),
  WAITING: () => m.account_stage_waiting(),
  PAUSED: () => m.account_stage_paused(),
  LAPSED: () => m.account_stage_lapsed(),
  REFUNDED: () => m.account_stage_refunded(),
};

export function stageText(stage: Stage): string {
  return stages[stage]();
}

/** The next event in one sentence: the renewal with its amount, or the end. A deleted person has no name. */
export function outlook({
  state,
  autoRenew,
  periodEnd,
  heldBy,
  paidBy,
  renewal,
  waiting,
  paused,
  suspended,
}: SubscriptionView): string {
  const date = longDay(periodEnd);
  if (state === 'REFUNDED') return m.account_outlook_refunded({ date });
  if (state === 'LAPSED')
    return heldBy === null
      ? m.account_outlook_lapsed({ date })
      : m.account_outlook_lapsed_other({ date, name: heldBy || m.account_the_other_parent() });
  if (paidBy !== null) {
    const name = paidBy || m.account_the_other_parent();
    return autoRenew ? m.account_outlook_paid_by({ name, date }) : m.account_outlook_paid_by_ending({ name, date });
  }
  if (!autoRenew) return m.account_outlook_ends({ date });
  if (paused) return m.account_outlook_paused({ date });
  if (renewal === null || renewal.amount === 0) return m.account_outlook_renews_free({ date });
  if (suspended && waiting === null) return m.account_outlook_suspended({ date, amount: renewal.amountFormatted });
  if (waiting?.because === 'SETTLEMENT')
    return m.account_outlook_not_settled({ date, amount: renewal.amountFormatted });
  if (waiting !== null) return m.account_outlook_waiting({ date, amount: renewal.amountFormatted });
  return m.account_outlook_renews({ date, amount: renewal.amountFormatted });
}

/** Date and amount of the next charge; null where there is more to say than that. */
export function renewalFact(subscription: SubscriptionView): string | null {
  const { renewal, periodEnd, paidBy, suspended } = subscription;
  if (stageOf(subscription) !== 'ACTIVE' || suspended || paidBy !== null || !renewal?.amount) return null;
  return m.account_billing_renewal({ date: unbrokenDay(periodEnd), amount: renewal.amountFormatted });
}

export function termEndText({ state, waiting, periodEnd, term }: SubscriptionView): string {
  const date = unbrokenDay(term.overSince ?? periodEnd);
  if (state !== 'CURRENT') return m.account_year_ended({ date });
  return waiting === null ? m.account_year_until({ date }) : m.account_year_unpaid({ date });
}

/** Who pays for the running term, if it is the reader. */
export function payerText({ state, paidBy, term }: SubscriptionView): string | null {
  if (state !== 'CURRENT' || paidBy !== null) return null;
  return term.paidByCode ? m.account_year_codes() : m.account_year_you_pay();
}

/** The days before a holder joined, whose plan another parent pays: added since, or to be added then. */
export function joiningText({ state, heldBy, notJoined, waiting, term }: SubscriptionView): string | null {
  const { daysBeforeJoining: days } = term;
  if (state !== 'CURRENT' || waiting !== null) return null;
  const name = heldBy === null ? null : heldBy || m.account_the_other_parent();
  if (days === 0)
    return notJoined && name !== null
      ? m.account_days_before_joining_next({ name, most: mostDaysBeforeJoining })
      : null;
  return name === null ? m.account_year_days_before_own({ days }) : m.account_year_days_before({ days, name });
}

export const mayAskForFreeYear = ({
  heldBy,
  autoRenew,
  paidBy,
  mayResume,
  mayRestart,
  mayRequestFeeWaiver,
}: SubscriptionView): boolean =>
  heldBy === null && mayRequestFeeWaiver && (mayRestart || (autoRenew && paidBy === null && !mayResume));

/** A renewal of another subscription that is still charged. */
export function stillChargedText({ heldBy, amountFormatted: amount, date: day }: StillCharged): string {
  const params = { amount, date: longDay(day) };
  if (heldBy === null) return m.account_still_charged_own(params);
  return m.account_still_charged_other({ ...params, name: heldBy || m.account_the_other_parent() });
}

/** What blocks a renewal's charge, naming its holder; null if nothing does. */
export function methodNotice(subscription: SubscriptionView): { title: string; text: string } | null {
  const { waiting, needsMethod, needsAddress, cardExpires, heldBy } = subscription;
  if (waiting === null && !needsMethod && !needsAddress && !cardExpires) return null;
  const [own, other] = isNotSettled(waiting)
    ? [m.account_not_settled_title, m.account_not_settled_title_other]
    : needsAddress
      ? [m.account_needs_address_title, m.account_needs_address_title_other]
      : needsMethod
        ? [m.account_needs_method_title, m.account_needs_method_title_other]
        : waiting === null
          ? [m.account_card_expires_title, m.account_card_expires_title_other]
          : [m.account_waiting_title, m.account_waiting_title_other];
  const title = heldBy === null ? own() : other({ name: heldBy || m.account_the_other_parent() });
  return { title, text: noticeText(subscription) };
}

/** Until another method has failed. */
const isNotSettled = (waiting: SubscriptionView['waiting']): boolean =>
  waiting?.because === 'SETTLEMENT' && waiting.retryOn === null;

function noticeText({ waiting, needsMethod, needsAddress, periodEnd, renewal, suspended }: SubscriptionView): string {
  const date = longDay(periodEnd);
  if (waiting === null && needsAddress) return m.account_needs_address_text({ date });
  if (waiting === null)
    return needsMethod ? m.account_needs_method_text({ date }) : m.account_card_expires_text({ date });
  const ends = longDay(waiting.endsOn);
  if (suspended && waiting.retryOn !== null) return m.account_waiting_suspended();
  if (isNotSettled(waiting)) return m.account_not_settled_text({ ends, amount: renewal?.amountFormatted ?? '' });
  if (needsAddress) return m.account_waiting_address({ date, ends });
  if (needsMethod) return m.account_waiting_none({ date, ends });
  return waiting.retryOn === null
    ? m.account_waiting_final({ ends })
    : m.account_waiting_retry({ retry: longDay(waiting.retryOn), ends });
}

/** On the start page: what renews for the other parent at this parent's cost. */
export function alsoPaidText({ heldBy, renewal, waiting, periodEnd }: SubscriptionView): string | null {
  if (renewal === null || waiting !== null) return null;
  const name = heldBy || m.account_the_other_parent();
  return m.account_also_pays({ name, date: longDay(periodEnd), amount: renewal.amountFormatted });
}

const purposes: Record<ReceiptItem['purpose'], () => string> = {
  SIGN_UP: () => m.account_purpose_subscription(),
  INVITE: () => m.account_purpose_subscription(),
  RENEWAL: () => m.account_purpose_renewal(),
  NEW_START: () => m.account_purpose_restart(),
  UPGRADE: () => m.account_purpose_upgrade(),
  PROFESSIONAL_PLAN: () => m.account_purpose_family_plan(),
  CODE_BUNDLE: () => m.pro_codes_title(),
};

export function purposeText(purpose: ReceiptItem['purpose']): string {
  return purposes[purpose]();
}

const refunds: Record<RefundView['state'], (params: { amount: string; date: string }) => string> = {
  SENDING: m.account_billing_refund_sending,
  SETTLING: m.account_billing_refund_settling,
  RETRYING: m.account_billing_refund_retrying,
  FAILED: m.account_billing_refund_failed,
  ARRIVED: m.account_receipt_refund_arrived,
};

const refundReasons: Record<RefundView['reason'], () => string> = {
  BY_PAYER: m.account_receipt_refund_asked,
  CANCELLED_MEANWHILE: m.mail_refund_cancelled_meanwhile,
  NOT_COMPLETED: m.mail_refund_not_completed,
  BY_SUPPORT: m.account_receipt_refund_by_support,
  UNUSED: m.account_receipt_refund_asked,
};

export function refundText({ state, amountFormatted: amount, requestedAt }: RefundView): string {
  return refunds[state]({ amount, date: ownDay(requestedAt) });
}

export const refundReasonText = ({ reason }: RefundView): string => refundReasons[reason]();
