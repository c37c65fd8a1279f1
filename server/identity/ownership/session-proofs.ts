import type { ProofKind } from '#contract/account/ownership.ts';
import { after } from '../../clock.ts';
import { proofLifeMs } from '../session.ts';

/** When a session proved what, as its row stores it. `since`: for a factor, when it was added. */
export type SessionProofs = { [Kind in ProofKind]?: { at: string; since?: string } };

/** What the reader of a mailed link proves besides. `factorSince`: when the factor was added. */
export type ProvedBesides = { proved: ProofKind[]; factorSince?: Date };

/** What was proved just now, for a session's row or for a change without a session. */
export function provedNow(kinds: readonly ProofKind[], at: Date, factorSince?: Date): SessionProofs {
  return Object.fromEntries(
    kinds.map((kind) => [
      kind,
      { at: at.toISOString(), ...(kind === 'FACTOR' && factorSince ? { since: factorSince.toISOString() } : {}) },
    ]),
  );
}

/** The proofs of the last minutes. */
export function freshProofs(proofs: SessionProofs, at: Date): SessionProofs {
  return Object.fromEntries(Object.entries(proofs).filter(([, given]) => after(new Date(given.at), proofLifeMs) > at));
}

/** Proofs stored with a request back its confirmation, which may come a day later. */
export function renewed(proofs: SessionProofs, at: Date): SessionProofs {
  return Object.fromEntries(Object.entries(proofs).map(([kind, given]) => [kind, { ...given, at: at.toISOString() }]));
}
