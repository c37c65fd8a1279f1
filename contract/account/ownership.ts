/** What can show that an account is somebody's. A factor: a passkey, an authenticator app or a recovery code. */
export const proofKinds = ['PASSWORD', 'MAILBOX', 'PHONE', 'QUESTION', 'FACTOR'] as const;
export type ProofKind = (typeof proofKinds)[number];

/** What can stand behind a change: a proof, or two people of staff, who write down what they were shown. */
export const backings = [...proofKinds, 'STAFF'] as const;
export type Backing = (typeof backings)[number];

/** Days in which a change that too few proofs stood behind can be contested. */
export const contestDays = 30;

/** A phone, mailbox or factor counts only after so many days, unless enough proofs stood behind its adding. */
export const provingDays = 7;

/** Minutes until a claim that nobody goes on with ends. */
export const claimMinutes = 60;

/** Hours in which whoever brings a second proof decides a claim that has one. */
export const claimWaitHours = 72;

/**
 * 3: two people of staff, or two proofs, one of which somebody has to hold: a phone or a factor. 2: two proofs, one of
 * them a mailbox, which people share and leave signed in. 1: less, or only what can be known. 0: none.
 */
export type ProofStrength = 0 | 1 | 2 | 3;

export function strengthOf(proofs: Iterable<Backing>): ProofStrength {
  const kinds = new Set(proofs);
  if (kinds.has('STAFF')) return 3;
  if (kinds.size < 2) return kinds.size === 0 ? 0 : 1;
  if (kinds.has('PHONE') || kinds.has('FACTOR')) return 3;
  return kinds.has('MAILBOX') ? 2 : 1;
}

/** A change that is final cannot be contested by anybody. */
export const finalStrength = 3 satisfies ProofStrength;

/** What somebody can show staff beside the proofs that the software checks, by kind: never the thing itself. */
export const shownToStaff = {
  IDENTITY: 'Identity card or passport in the name on the account, on a video call',
  PAYMENT: 'A payment: its day, amount and the last digits of the card',
  COURT: 'A paper of a court or of the police',
  CALLED_BACK: 'Called back at the phone from before the dispute',
  QUESTION: 'Question and code, checked here in the last day',
} as const;
export type ShownToStaff = keyof typeof shownToStaff;

/** What every address and phone of a claimed account is told. */
export type OwnershipNews = 'WAITING' | 'UNDONE' | 'KEPT' | 'UNDONE_BY_STAFF' | 'LEFT_BY_STAFF';
