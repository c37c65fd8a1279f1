import { m } from '#messages/messages.js';

/**
 * What one parent can and cannot do to the other, sentence by sentence. Each has its test, by the same name, in
 * `tests/api/account/each-parent.test.ts`: a sentence without one does not compile.
 */
export const eachParent = {
  /** The other's plan, receipts, login and records stay unchanged. */
  stays: {
    details: m.each_parent_details,
    otherPlan: m.each_parent_other_plan,
    invite: m.each_parent_invite,
    changePlan: m.each_parent_change_plan,
    cancel: m.each_parent_cancel,
    refund: m.each_parent_refund,
    close: m.each_parent_close,
    dispute: m.each_parent_dispute,
  },
  /** The same for professionals who paid for them. */
  professionals: { code: m.each_parent_code, plan: m.each_parent_professional_plan },
  /** What they can do, and its limits. */
  limits: {
    stopPaying: m.each_parent_stop_paying,
    unpaid: m.each_parent_unpaid,
    children: m.each_parent_children,
    ownCancel: m.each_parent_own_cancel,
  },
} as const;
