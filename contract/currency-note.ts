import { m } from '#messages/messages.js';
import { countryRow } from './countries.ts';

/**
 * What stands beside amounts for somebody whose bank counts in another currency: whoever is billed outside the United
 * States.
 * `country`: ISO code of the bill; null while it is not known.
 */
export function currencyNote(country: string | null, t?: { locale: 'en' | 'es' }): string | null {
  return country === null || countryRow(country)?.bankConverts === false ? null : m.price_currency_note({}, t);
}
