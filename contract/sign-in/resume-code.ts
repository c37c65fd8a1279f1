import { codeCharacters } from '../fields/typed-text.ts';

/**
 * The code for continuing a sign-up elsewhere: eight characters in two groups (`K7HP-2XW9`), without those that look or
 * sound alike on a phone in English or Spanish.
 */
export const resumeCodeAlphabet = '234679ACDEFHJKLMNPRTUWXY';
export const resumeCodeLength = 8;
export const resumeCodeHours = 24;

/** Upper case, only letters and digits. Null if it cannot be a code. */
export function normaliseResumeCode(typed: string): string | null {
  const characters = codeCharacters(typed.slice(0, 64));
  return characters.length === resumeCodeLength ? characters : null;
}

export function formatResumeCode(characters: string): string {
  return `${characters.slice(0, 4)}-${characters.slice(4)}`;
}
