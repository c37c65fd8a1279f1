import * as z from 'zod';
import { company } from '#contract/brand.ts';
import { isServedCountry, type ServedCountry, servedCountries } from '#contract/fields/countries.ts';
import { countryDocuments } from './country-documents.ts';

/** The seller in a country, as on its invoices. `taxNumber`: as registered there; null if not registered. */
export type Seller = { name: string; address: string; taxNumber: string | null };
/** `sells`: whether plans are sold there; a buyer keeps the documents in any case. */
export type Sellers = Readonly<Record<ServedCountry, Seller & { sells: boolean }>>;

/**
 * The variable of a country's seller, `name | address | tax number`; the last part is optional for the United States.
 */
function sellerVariable(country: ServedCountry) {
  return z
    .string()
    .transform((text): Seller => {
      const [name = '', address = '', taxNumber = null] = text.split('|').map((part) => part.trim());
      return { name, address, taxNumber: taxNumber || null };
    })
    .refine(
      ({ name, address, taxNumber }) =>
        name !== '' &&
        address !== '' &&
        (taxNumber === null ? country === 'US' : countryDocuments[country].taxNumber.format.test(taxNumber)),
      'is written "name | address | tax number", the number as the tax office of the country writes it',
    )
    .optional();
}

/** The variables of all sellers, `SELLER_US` and so on. */
export const sellerVariables = Object.fromEntries(
  servedCountries.map((country) => [`SELLER_${country}`, sellerVariable(country)]),
) as Record<`SELLER_${ServedCountry}`, ReturnType<typeof sellerVariable>>;

/** Unless configured, the company of `contract/brand.ts` sells, without a tax number; with real money nobody does. */
export function sellersOf(
  configured: Partial<Record<ServedCountry, Seller | undefined>>,
  { takesRealMoney = false } = {},
): Sellers {
  const { name, address } = company;
  const rows = servedCountries.map((country) => {
    const seller = configured[country];
    return [country, { ...(seller ?? { name, address, taxNumber: null }), sells: Boolean(seller) || !takesRealMoney }];
  });
  return Object.fromEntries(rows) as Sellers;
}

/** Whether plans are sold in a country, by its ISO code. */
export const isSoldIn = (sellers: Sellers, country: string): boolean =>
  isServedCountry(country) && sellers[country].sells;
