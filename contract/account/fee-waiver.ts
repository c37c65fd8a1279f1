/** Reasons for a fee waiver: a choice instead of free text, so that nobody has to explain themself. */
export const feeWaiverReasons = ['LOW_INCOME', 'PUBLIC_BENEFITS', 'LEGAL_AID', 'COURT_ORDER'] as const;
export type FeeWaiverReason = (typeof feeWaiverReasons)[number];

/** The deadline for answering a request by e-mail. */
export const feeWaiverAnswerDays = 5;
/** How long the code of a granted waiver works. */
export const feeWaiverCodeDays = 90;
