import { normaliseTypedCode } from '../invites/invite-code.ts';

/** The code on a proof of enrolment: sixteen characters in four groups, without look-alikes, which is 79 bits. */
export const proofCodeLength = 16;

/** Valid proofs per person. */
export const maxProofs = 10;

/** Days for which a proof can be checked: documents stay in court files for long. */
export const proofDays = 730;

/** Null if it cannot be a code. */
export function normaliseProofCode(typed: string): string | null {
  return normaliseTypedCode(typed, proofCodeLength);
}

export function formatProofCode(characters: string): string {
  return characters.match(/.{4}/g)?.join('-') ?? characters;
}
