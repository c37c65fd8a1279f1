/** Any two to thirty letters and digits of any script, with separators between them. */
const internationalPattern = /^[\p{L}\p{N}][\p{L}\p{N} ./-]{0,28}[\p{L}\p{N}]$/u;

const maxPostalCodeLength = 30;
const separators = /[\s\-\u2010-\u2015]+/gu;

type PostalCodeQuestion = {
  country: string;
  postalCode: string;
  /**
   * Source of a regular expression for a whole code, as the region look-up serves it; null where a country has none.
   */
  pattern: string | null;
};

/**
 * Whether a postal code is right for its country. Case, outer spaces, and spaces or dashes put where the country has
 * none do not matter. Without a pattern, two to thirty letters and digits are right.
 */
export function postalCodeMatches({ country, postalCode, pattern }: PostalCodeQuestion): boolean {
  const typed = postalCode.trim().toUpperCase();
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
