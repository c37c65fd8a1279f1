/**
 * Line feeds, tabs and other controls, separators of lines, what is no character: they would break a subject, a file's
 * row, a form's line.
 */
const forbiddenCharacters = /[\p{Cc}\u2028\u2029\ufffe\uffff]/u;
const forbiddenInLines = /[^\P{Cc}\n]|[\u2028\u2029\ufffe\uffff]/u;
/** They would turn the words around them; a name from right to left needs none. */
const directionOverrides = /[\u202a-\u202e\u2066-\u2069]/g;
/** Spaces, joiners, fillers and marks without a letter: nothing that anybody could see. */
const onlyInvisible = /^[\p{Z}\p{Cf}\p{M}\u115f\u1160\u2800\u3164\uffa0]*$/u;
const curlySingle = /[\u2018\u2019\u201a\u201b\u2032]/g;
const curlyDouble = /[\u201c\u201d\u201e\u201f\u2033]/g;

/** Trimmed, with straight quotes (specification 5.1). Only invisible characters count as empty. */
export function normaliseText(value: string): string {
  const text = value.replace(directionOverrides, '').replace(curlySingle, "'").replace(curlyDouble, '"').trim();
  return onlyInvisible.test(text) ? '' : text;
}

/** Whether a text holds nothing that breaks a line, nor half a character. */
export function isSingleLine(value: string): boolean {
  return !forbiddenCharacters.test(value) && value.isWellFormed();
}

/** The same over several lines. */
export function isSeveralLines(value: string): boolean {
  return !forbiddenInLines.test(value) && value.isWellFormed();
}

/** Letters as people count them: `Þ` is one, an emoji is one. */
export function characterCount(value: string): number {
  return [...value].length;
}

/** Letters of a first or last name. */
export const nameLength = { min: 2, max: 20 };

/** Whether a normalised text can be a first or last name. */
export function isName(text: string): boolean {
  const letters = characterCount(text);
  return letters >= nameLength.min && letters <= nameLength.max && isSingleLine(text);
}

/** The form of an address by which two are the same. */
export function normaliseEmail(value: string): string {
  return value.trim().toLowerCase();
}

export function sameEmail(one: string, other: string): boolean {
  return normaliseEmail(one) !== '' && normaliseEmail(one) === normaliseEmail(other);
}
