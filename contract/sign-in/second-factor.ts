import { codeCharacters } from '../fields/typed-text.ts';

/** Codes of the second factor. A recovery code has twelve characters in three groups, without look-alikes. */
export const recoveryCodeLength = 12;

/** Upper case, only letters and digits. Null if it cannot be a recovery code. */
export function normaliseRecoveryCode(typed: string): string | null {
  const characters = codeCharacters(typed);
  return characters.length === recoveryCodeLength ? characters : null;
}

export function formatRecoveryCode(characters: string): string {
  return characters.match(/.{4}/g)?.join('-') ?? characters;
}

/**
 * Hours between requesting the removal of every factor and carrying it out; until then each notified person can stop
 * it.
 */
export const factorResetHours = 72;

/** Passkeys one person may have. */
export const maxPasskeys = 10;
