/** What can prove that an account is somebody's. A factor: a passkey, an authenticator app or a recovery code. */
export const proofKinds = ['PASSWORD', 'MAILBOX', 'PHONE', 'QUESTION', 'FACTOR'] as const;
export type ProofKind = (typeof proofKinds)[number];

/** What can back a change: a proof, or two staff members, who record what they were shown. */
export const backings = [...proofKinds, 'STAFF'] as const;
export type Backing = (typeof backings)[number];

/** Days in which a change backed by too few proofs can be contested. */
export const contestDays = 30;

/** A phone, mailbox or factor counts only after this many days, unless enough proofs backed its adding. */
export const provingDays = 7;

/** Minutes until an unused claim ends. */
export const claimMinutes = 60;

/** Hours in which whoever adds a second proof decides a claim that has one. */
export const claimWaitHours = 72;

/**
 * 3: two staff members, or two proofs, one of which must be held: a phone or a factor. 2: two proofs, one of them a
 * mailbox, which people share and leave signed in. 1: less, or only what can be known. 0: none.
 */
export type ProofStrength = 0 | 1 | 2 | 3;

export function strengthOf(proofs: Iterable<Backing>): ProofStrength {
  const kinds = new Set(proofs);
  if (kinds.has('STAFF')) return 3;
  if (kinds.size < 2) return kinds.size === 0 ? 0 : 1;
  if (kinds.has('PHONE') || kinds.has('FACTOR')) return 3;
  return kinds.has('MAILBOX') ? 2 : 1;
}

/** A final change cannot be contested by anybody. */
export const finalStrength = 3 satisfies ProofStrength;

/**
 * Kinds of evidence that somebody can show staff besides the proofs that the software checks: never the evidence
 * itself.
 */
export const shownToStaff = {
  IDENTITY: 'Identity card or passport in the name on the account before the dispute, on a video call',
  PAYMENT: 'A payment: its day, amount and the last digits of the card',
  COURT: 'A paper of a court or of the police',
  CALLED_BACK: 'Called back at the phone from before the dispute',
  QUESTION: 'Question and code, checked here in the last day',
} as const;
export type ShownToStaff = keyof typeof shownToStaff;

/** What every address and phone of a claimed account is notified of. */
export type OwnershipNews = 'WAITING' | 'UNDONE' | 'KEPT' | 'UNDONE_BY_STAFF' | 'LEFT_BY_STAFF';
