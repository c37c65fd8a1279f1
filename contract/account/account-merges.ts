/** Hours in which a merge can be undone. */
export const mergeUndoHours = 24;

/** Why two records must not be merged, in words for staff. The first that applies is shown. */
export const mergeRefusals = {
  CLOSED: 'One of the two is closed.',
  FROZEN: 'Two people claim one of the two. Decide that first, under Claims of accounts.',
  PROFESSIONAL: "One of the two is a professional's account.",
  SAME_FAMILY: 'They are the two parents of one family.',
  NOT_JOINED: 'This one has no username, or the other has only been invited: email a recovery link or a new invite.',
  SECOND_FACTOR:
    'The other one has two-step verification. Merge this one into it; if both have it, they remove one first.',
  CLOSING: 'One of the two closes on request. Keep it open first, or let it close.',
  PROFESSIONAL_CASE: "A professional added the other account's family. Merge this one into it.",
  OTHER_PARENT_JOINED:
    'Another parent has joined the family of the other one. Merge this one into it; if both have one, they are two families.',
  PAID_BY_OTHER: "Someone else pays for the other account's plan, or the other one pays for this account's plan.",
  CO_PARENT_PAID:
    'The other one has paid for a parent who has not joined yet. Merge this one into it; if both have, wait until one of those parents has joined or one of the payments was refunded.',
  NO_ADDRESS:
    "The other account's plan renews, and this one has no billing address to charge it with: ask them to add one.",
  PAYMENT_IN_DOUBT: 'A payment of one of the two is on its way or in doubt. Wait until it has ended.',
  RENEWAL_UNPAID: 'A renewal of the other one waits for its payment.',
  PAYMENT_DISPUTED: 'A bank is reviewing a payment of one of the two. Wait until it has decided.',
  WAIVER_OPEN: 'The other one has asked for a free year. Answer that first.',
} as const;
export type MergeRefusal = keyof typeof mergeRefusals;

/** Why a merge cannot be undone. */
export const undoRefusals = {
  OVER: `More than ${mergeUndoHours} hours have passed.`,
  KEPT_CLOSED: 'The account that stayed is closed, or was itself merged into another.',
  PAYMENT_IN_DOUBT: 'A payment for a plan that moved is on its way or in doubt. Wait until it has ended.',
  PAID_SINCE: 'A plan that moved has been paid for since.',
  PLAN_CHANGED: 'A plan that was stopped has changed since.',
  OTHER_PLAN: 'Another plan runs by now where one that was stopped would run again.',
  EMAIL_TAKEN: 'The email address of the account that ended now belongs to another account.',
} as const;
export type UndoRefusal = keyof typeof undoRefusals;
