/** Why a parent asks for a year without charge. A choice, not a story: nobody has to tell one. */
export const feeWaiverReasons = ['LOW_INCOME', 'PUBLIC_BENEFITS', 'LEGAL_AID', 'COURT_ORDER'] as const;
export type FeeWaiverReason = (typeof feeWaiverReasons)[number];

/** By when whoever asks has an answer by e-mail. */
export const feeWaiverAnswerDays = 5;
/** How long the code of a granted one works. */
export const feeWaiverCodeDays = 90;
