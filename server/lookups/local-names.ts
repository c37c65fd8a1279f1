import type { Choice } from '#contract/api/lookups.ts';
import { servedCountries } from '#contract/fields/countries.ts';
import type { Language } from '#contract/fields/languages.ts';

/** A name in both languages; without `es` the Spanish name is the English one. */
export type LocalNames = { en: string; es?: string };

const collators = { en: new Intl.Collator('en'), es: new Intl.Collator('es') };

export function nameIn(names: LocalNames, language: Language): string {
  return names[language] ?? names.en;
}

/** Alphabetical for the language: `Åland` beside `Albania`. */
export function sortByLabel<T extends Choice>(choices: readonly T[], language: Language): T[] {
  return choices.toSorted((one, other) => collators[language].compare(one.label, other.label));
}

/** Sorts items of countries we sell to first, in the order of `servedCountries`; the others keep their order. */
export function servedFirst<T>(items: readonly T[], countryOf: (item: T) => string): T[] {
  const order: readonly string[] = servedCountries;
  const rank = (item: T) => (order.includes(countryOf(item)) ? order.indexOf(countryOf(item)) : order.length);
  return items.toSorted((one, other) => rank(one) - rank(other));
}
