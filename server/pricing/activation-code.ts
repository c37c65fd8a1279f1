import { createHash } from 'node:crypto';
import { codeCharacters } from '#contract/fields/typed-text.ts';
import { normaliseTypedCode } from '#contract/invites/invite-code.ts';
import { charactersOf } from '../secret.ts';

/**
 * Prepaid codes, `XXXX-XXXX-XXXX`. The alphabet leaves out letters that look like digits; input is normalised the same
 * way, so that O and 0, I, L and 1 are one character each.
 */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

/** Derives a code from a secret deterministically, so that it need not be stored. */
export function activationCodeOf(secret: string): string {
  const characters = charactersOf(secret, { alphabet, length: 12 });
  return `${characters.slice(0, 4)}-${characters.slice(4, 8)}-${characters.slice(8)}`;
}

/** Upper case, only letters and digits, look-alikes folded. Null if it cannot be a code. */
export function normaliseActivationCode(typed: string): string | null {
  return normaliseTypedCode(typed, 12);
}

export function hashActivationCode(normalised: string): Buffer {
  return createHash('sha256').update(`activation-code:${normalised}`).digest();
}

/** The part of a code that may be shown and stored: its last four characters. */
export function maskActivationCode(typed: string): string {
  return `…${codeCharacters(typed).slice(-4)}`;
}
