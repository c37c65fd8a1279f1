import { normaliseWord } from '../fields/typed-text.ts';

/** The message lists @ among the allowed characters, but a username must not contain one: the stricter rule holds. */
export const usernamePattern = /^[A-Za-z0-9][A-Za-z0-9_,\-.']*$/;

/** A username as it is stored and looked up, however it was typed: phones write ’ where ' is meant. Case is kept. */
export const normaliseUsername = normaliseWord;

/** Whether a normalised text can be a username. */
export function isUsername(text: string): boolean {
  return hasUsernameLength(text) && usernamePattern.test(text);
}

export function hasUsernameLength({ length }: string): boolean {
  return length >= 6 && length <= 30;
}
