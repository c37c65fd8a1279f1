import { isServedCountry, type ServedCountry, servedCountries } from '#contract/fields/countries.ts';
import { company } from '#contract/brand.ts';
import * as z from 'zod';

/** The seller in a country, as on its invoices. `taxNumber`: as registered there; null if not registered. */
export type Seller = { name: string; address: string; taxNumber: string | null };
/** `sells`: whether plans are sold there; a buyer keeps the documents in any case. */
export type Sellers = Readonly<Record<ServedCountry, Seller & { sells: boolean }>>;

/** The format of a seller's tax number in each country; the United States register in each state. */
const taxNumberForms: Record<ServedCountry, RegExp> = {
  US: /^[\dA-Z][\dA-Z -]{3,}$/,
  CA: /^\d{9} ?RT ?\d{4}$/,
  GB: /^GB ?\d{3} ?\d{4} ?\d{2}$/,
  AU: /^\d{2} ?\d{3} ?\d{3} ?\d{3}$/,
  NZ: /^\d{2,3}-\d{3}-\d{3}$/,
  MX: /^[A-ZÑ&]{3,4}\d{6}[A-Z\d]{3}$/,
};

/**
 * The variable of a country's seller, `name | address | tax number`; the last part is optional for the United States.
 */
export function sellerVariable(country: ServedCountry) {
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
        (taxNumber === null ? country === 'US' : taxNumberForms[country].test(taxNumber)),
      'is written "name | address | tax number", the number as the tax office of the country writes it',
    )
    .optional();
}

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
