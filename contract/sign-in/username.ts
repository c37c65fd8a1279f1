import { normaliseWord } from '../fields/typed-text.ts';

/**
 * At signs are among the allowed characters of the message, but a username must not contain one: the stricter rule
 * holds.
 */
export const usernamePattern = /^[A-Za-z0-9][A-Za-z0-9_,\-.']*$/;

/**
 * A username as it is kept and looked for, however it was typed: phones write ’ where ' is meant. Case is not its
 * matter.
 */
export const normaliseUsername = normaliseWord;

/** Whether a normalised text can be a username. */
export function isUsername(text: string): boolean {
  return hasUsernameLength(text) && usernamePattern.test(text);
}

export function hasUsernameLength({ length }: string): boolean {
  return length >= 6 && length <= 30;
}
