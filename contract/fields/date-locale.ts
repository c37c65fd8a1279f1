import type { Language } from './languages.ts';

/** Countries in which dates in English begin with the day. */
const dayFirst: ReadonlySet<string> = new Set(['GB', 'AU', 'NZ']);

/** How dates are written for a reader: by language, and in English by country; null: as in the United States. */
export function dateLocale(language: Language, country: string | null): string {
  if (language === 'es') return 'es-419';
  return country !== null && dayFirst.has(country) ? 'en-GB' : 'en-US';
}
