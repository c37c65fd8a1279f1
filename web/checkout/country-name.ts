import { currentLanguage } from '#web/i18n/language.ts';

/** An ISO country code as the page's language calls it. */
export function countryName(code: string): string {
  return (code && new Intl.DisplayNames(currentLanguage(), { type: 'region' }).of(code)) || code;
}
