import { m } from '#messages/messages.js';
import { countryRow } from './countries.ts';

/**
 * The note beside amounts for payers billed outside the United States, whose bank uses another currency. `country`: ISO
 * code of the billing country; null while unknown.
 */
export function currencyNote(country: string | null, t?: { locale: 'en' | 'es' }): string | null {
  return country === null || countryRow(country)?.bankConverts === false ? null : m.price_currency_note({}, t);
}
