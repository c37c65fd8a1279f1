import { codeCharacters } from '../fields/typed-text.ts';

/**
 * The code in a letter: ten characters in two groups, without look-alikes (`K7QPM-2XW9D`). An activation code has
 * twelve in three.
 */
export const inviteCodeAlphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const lookAlikes: Record<string, string> = { O: '0', I: '1', L: '1' };
export const inviteCodeLength = 10;

/** Upper case, only letters and digits, look-alikes replaced. Null if it has another length. */
export function normaliseTypedCode(typed: string, length: number): string | null {
  const characters = [...codeCharacters(typed.slice(0, 64))]
    .map((character) => lookAlikes[character] ?? character)
    .join('');
  return characters.length === length ? characters : null;
}

/** Null if it cannot be a code. */
export function normaliseInviteCode(typed: string): string | null {
  return normaliseTypedCode(typed, inviteCodeLength);
}

export function formatInviteCode(characters: string): string {
  return `${characters.slice(0, 5)}-${characters.slice(5)}`;
}
