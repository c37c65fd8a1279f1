import { currentLanguage } from '#web/i18n/language.ts';

/** A country's name in the page's language, by ISO code. */
export function countryName(code: string): string {
  return (code && new Intl.DisplayNames(currentLanguage(), { type: 'region' }).of(code)) || code;
}

const plurals = 'Bahamas|Comoros|Maldives|Netherlands|Philippines|Seychelles';
const withArticle = new RegExp(`^(United|Central African|Dominican Republic|Isle of|Gambia|${plurals})\\b|Islands$`);

/** After a preposition: "in the United States", "in France"; Spanish needs no article. */
export function countryInSentence(code: string): string {
  const name = countryName(code);
  return currentLanguage() === 'en' && withArticle.test(name) ? `the ${name}` : name;
}

/** A list of countries that includes the chosen one, even while the list is loading or incomplete. */
export function withChosen<Choice extends { value: string; label: string }>(
  countries: readonly Choice[],
  chosen: string,
): readonly (Choice | { value: string; label: string })[] {
  if (chosen === '' || countries.some(({ value }) => value === chosen)) return countries;
  return [...countries, { value: chosen, label: countryName(chosen) }];
}
