/**
 * The canonical form of input. Schemas, imports, searches and comparisons parse every text by these functions, so that
 * different spellings of the same thing are equal. Each is idempotent.
 */

/**
 * Line feeds, tabs and other controls, line separators, noncharacters: they would break a subject, a file's row, a
 * form's line.
 */
const forbiddenCharacters = /[\p{Cc}\u2028\u2029\ufffe\uffff]/u;
const forbiddenInLines = /[^\P{Cc}\n]|[\u2028\u2029\ufffe\uffff]/u;
/** Spaces and marks without a letter: nothing visible. */
const onlyInvisible = /^[\p{Z}\p{Cf}\p{M}\u2800]*$/u;

/** A joiner or selector changes a letter of these scripts or a part of an emoji. Everywhere else it only hides. */
const visible = String.raw`(?!\p{Default_Ignorable_Code_Point})`;
const shaped = String.raw`${visible}[\p{Lo}\p{Extended_Pictographic}\p{Emoji_Modifier}]`;
const joiner = String.raw`[\u200c\u200d](?=${shaped}|${visible}\p{M})`;
const shaping = String.raw`(?<=${shaped}\p{M}{0,4})(?:\p{Variation_Selector}|${joiner})`;
const invisible = new RegExp(String.raw`(${shaping})|\p{Default_Ignorable_Code_Point}`, 'gu');

const folds: readonly (readonly [RegExp, string])[] = [
  [/[\u2018\u2019\u201a\u201b\u2032\u02bc\u00b4\uff07]/g, "'"],
  [/[\u201c\u201d\u201e\u201f\u2033\uff02]/g, '"'],
  [/[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g, '-'],
  [/\p{Zs}+/gu, ' '],
];

/**
 * Composed letters, nothing invisible, straight quotes, plain dashes, one space between words, trimmed (specification
 * 5.1). Only invisible characters count as empty.
 */
export function normaliseText(value: string): string {
  const composed = value.replace(/\r\n?/g, '\n').normalize('NFC').replace(invisible, '$1').normalize('NFC');
  const text = folds.reduce((folded, [spellings, one]) => folded.replace(spellings, one), composed).trim();
  return onlyInvisible.test(text) ? '' : text;
}

/** As searches and comparisons of names use it: lower case, without accents. */
export function withoutAccents(value: string): string {
  return normaliseText(value).normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

const isDigit = (codePoint: number) => /^\p{Nd}$/u.test(String.fromCodePoint(codePoint));

/** The digits of every script are ten consecutive code points. */
function digitValue(character: string): string {
  const codePoint = character.codePointAt(0) ?? 0;
  let zero = codePoint;
  while (isDigit(zero - 1)) zero -= 1;
  return String((codePoint - zero) % 10);
}

/**
 * Usernames, and whatever else is compared character by character: full-width characters become plain, digits become 0
 * to 9.
 */
export function normaliseWord(value: string): string {
  return normaliseText(
    normaliseText(value)
      .normalize('NFKC')
      .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
      .replace(/(?![0-9])\p{Nd}/gu, digitValue),
  );
}

/** Codes, numbers and addresses: also without the quotes they were pasted with. */
export function normaliseCharacters(value: string): string {
  return normaliseWord(normaliseWord(value).replace(/^["' ]+|(?<!["' ])["' ]+$/g, ''));
}

/** Of a code that we issued: its letters and digits, in upper case. */
export function codeCharacters(typed: string): string {
  return normaliseCharacters(typed)
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '');
}

/** Whether a text contains neither a line break nor half a character. */
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

/** An address as it is stored and mailed to: its domain in ASCII, as mail servers know it. */
export function emailForm(value: string): string {
  const [, name = '', domain] = /^(.*)@([^@]*)$/s.exec(normaliseCharacters(value)) ?? [];
  return domain === undefined ? normaliseCharacters(value) : `${name}@${asciiDomain(domain)}`;
}

/** In browsers and servers alike; the contract has the types of neither. */
declare const URL: { canParse: (url: string) => boolean; new (url: string): { hostname: string } };

function asciiDomain(typed: string): string {
  const domain = typed.replaceAll('\u3002', '.').toLowerCase();
  if (!/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain) || !/[^\0-\x7f]/.test(domain)) return domain;
  return URL.canParse(`http://${domain}`) ? new URL(`http://${domain}`).hostname : domain;
}

/** The form of an address by which two are equal. */
export function normaliseEmail(value: string): string {
  return emailForm(value).toLowerCase().normalize('NFC');
}

export function sameEmail(one: string, other: string): boolean {
  return normaliseEmail(one) !== '' && normaliseEmail(one) === normaliseEmail(other);
}
