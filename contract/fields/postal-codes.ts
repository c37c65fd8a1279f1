import { normaliseCharacters } from './typed-text.ts';

/** Any two to thirty letters and digits of any script, with separators between them. */
const internationalPattern = /^[\p{L}\p{N}][\p{L}\p{N} ./-]{0,28}[\p{L}\p{N}]$/u;

const maxPostalCodeLength = 30;
const separators = /[\s-]+/g;

/**
 * The separators of countries' codes, and after how many characters; counted from the end where the first part varies.
 */
const spellings: readonly { countries: string; separator: string; after: number; length?: number }[] = [
  { countries: 'GB GG JE IM FK GI GS IO PN SH TC', separator: ' ', after: -3 },
  { countries: 'BM SO', separator: ' ', after: 2 },
  { countries: 'CA CZ GR IE MT SE SK', separator: ' ', after: 3 },
  { countries: 'NL', separator: ' ', after: 4 },
  { countries: 'LB', separator: ' ', after: 4, length: 8 },
  { countries: 'BR', separator: '-', after: 5 },
  { countries: 'US AS GU MP PR VI', separator: '-', after: 5, length: 9 },
  { countries: 'JP', separator: '-', after: 3 },
  { countries: 'KY', separator: '-', after: 3 },
  { countries: 'IR', separator: '-', after: 5, length: 10 },
  { countries: 'PL', separator: '-', after: 2 },
  { countries: 'PT', separator: '-', after: 4 },
];

/**
 * A code as its country spells it: upper case, with the one separator if the country has it. A code of digits alone has
 * none elsewhere.
 */
export function postalCodeForm({ country, postalCode }: { country: string; postalCode: string }): string {
  const typed = normaliseCharacters(postalCode).toUpperCase();
  const bare = typed.replace(separators, '');
  if (country === 'GB' && bare.startsWith('BFPO')) return bare.replace('BFPO', 'BFPO ').trim();
  const row = spellings.find(({ countries }) => countries.split(' ').includes(country));
  if (!row) return /^\d+$/.test(bare) ? bare : typed;
  if (bare.length <= Math.abs(row.after) || bare.length !== (row.length ?? bare.length)) return bare;
  return `${bare.slice(0, row.after)}${row.separator}${bare.slice(row.after)}`;
}

/**
 * Codes that a country's postal service uses for territories outside its tax and its states, which are countries of
 * their own in the list: Jersey and Guernsey; Norfolk, Christmas and Cocos Islands; Puerto Rico, the Virgin Islands,
 * Guam, the Northern Marianas, American Samoa and the states in free association. The Isle of Man is inside: it has
 * British VAT.
 */
const outside: Record<string, RegExp> = {
  GB: /^(?:JE|GY)\d/,
  AU: /^(?:2899|679[89])$/,
  US: /^(?:00[6-9]|969|96799)/,
};

/** Whether a postal code is in a territory that does not belong to the country it was given for. */
export function isOutside({ country, postalCode }: { country: string; postalCode: string }): boolean {
  return outside[country]?.test(postalCodeForm({ country, postalCode })) ?? false;
}

type PostalCodeQuestion = {
  country: string;
  postalCode: string;
  /** Source of a regular expression for a whole code, as the region look-up returns it; null if a country has none. */
  pattern: string | null;
};

/**
 * Whether a postal code is valid for its country. Case, outer spaces, and spaces or dashes where the country has none
 * do not matter. Without a pattern, two to thirty letters and digits are valid.
 */
export function postalCodeMatches({ country, postalCode, pattern }: PostalCodeQuestion): boolean {
  const typed = postalCodeForm({ country, postalCode });
  if (typed.length > maxPostalCodeLength) return false;
  if (pattern === null) return internationalPattern.test(typed);
  const whole = wholePattern(country, pattern);
  return [typed, typed.replace(separators, ' '), typed.replace(separators, '')].some((spelling) =>
    whole.test(spelling),
  );
}

const compiled = new Map<string, { source: string; expression: RegExp }>();

function wholePattern(country: string, source: string): RegExp {
  const known = compiled.get(country);
  if (known?.source === source) return known.expression;
  const expression = new RegExp(`^(?:${source})$`, 'i');
  compiled.set(country, { source, expression });
  return expression;
}
