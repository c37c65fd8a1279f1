import { allocate } from '#contract/fields/money.ts';
import type { Choice } from '../catalog/choose-options.ts';
import { type Catalog, oneYearOption, oneYearPackage } from '../catalog/package-repository.ts';
import { fitsCountry, includedTaxName } from '../catalog/pricing-group.ts';
import type { Clock } from '../clock.ts';
import type { Address } from '../db/schema.ts';
import type { TaxPort } from '../gateways/tax/port.ts';
import type { Coupon } from '../pricing/coupon.ts';
import {
  type AvailableCode,
  type DiscountedPrice,
  includesTax,
  priceAfterTax,
  priceBeforeTax,
  takeGivenCodes,
  taxableCents,
} from '../pricing/price-order.ts';
import type { BeforeTax, PricedOrder, PricedTax, StoredQuote } from '../pricing/stored-quote.ts';

export type TaxedAddress = Pick<Address, 'country' | 'region' | 'postalCode'>;
export type TaxDependencies = { clock: Clock; tax: TaxPort };

export function pricedItems({ package: chosen, options }: Choice) {
  const { id, packageName: name, priceCents, includedTaxCents, priceVersion } = chosen;
  return {
    package: { id, name, priceCents, includedTaxCents, includedTaxName: includedTaxName(chosen), priceVersion },
    options: options.map(({ code, priceCents }) => ({ name: code, priceCents })),
  };
}

/** Null before an address is known. A failing tax service throws: nothing may be sold without its tax. */
async function taxesOf(
  { tax, clock }: TaxDependencies,
  { address, price, at = clock.now() }: { address: TaxedAddress | null; price: DiscountedPrice; at?: Date },
): Promise<PricedTax[] | null> {
  if (address === null) return null;
  if (includesTax(price.before)) return [];
  const { lines, rateDate } = await tax.taxesFor({ ...address, amountCents: taxableCents(price), at });
  return lines.map(({ name, region, rate, taxablePercent, amountCents }) => ({
    name,
    region,
    rate,
    rateDate,
    amountCents,
    ...(taxablePercent < 100 && { taxablePercent }),
  }));
}

type TaxedParams = { before: BeforeTax; codes?: readonly AvailableCode[]; address: TaxedAddress | null; at?: Date };

/** A price with coupons and granted codes deducted, the taxes of an address, and the amount that codes pay. */
export async function taxedPrice(
  dependencies: TaxDependencies,
  { before, codes = [], ...where }: TaxedParams,
): Promise<PricedOrder> {
  const price = takeGivenCodes(before, codes);
  return priceAfterTax(price, { taxes: await taxesOf(dependencies, { price, ...where }) });
}

export function textsOf({ package: chosen, options }: Choice, coupon: Coupon | null): StoredQuote['texts'] {
  return {
    package: { en: chosen.texts.en.receiptText, es: chosen.texts.es.receiptText },
    options: Object.fromEntries(
      options.map(({ code, texts }) => [code, { en: texts.en.description, es: texts.es.description }]),
    ),
    coupon: coupon && { en: coupon.texts.en.description, es: coupon.texts.es.description },
  };
}

/** The one-year form of a choice: what every term renews to. */
export function yearlyChoice(catalog: Catalog, { package: chosen, options }: Choice): Choice {
  return {
    package: oneYearPackage(catalog, chosen),
    options: options.map((option) => oneYearOption(catalog, option.code) ?? option),
  };
}

/** The configuration of a current plan. A package that is no longer sold is still found, and renews. */
export function currentPlan(
  catalog: Catalog,
  { packageId, services }: { packageId: number; services: readonly string[] },
): Choice {
  const heldPackage = catalog.packages.find(({ id }) => id === packageId);
  if (!heldPackage) throw new Error(`Package ${packageId} of a subscription is missing from the catalogue`);
  return { package: heldPackage, options: catalog.options.filter(({ code }) => services.includes(code)) };
}

/**
 * A choice as billed in a country. Billed outside its price list's country, it excludes the tax included in that list.
 */
export function billedIn({ package: chosen, options }: Choice, country: string | undefined): Choice {
  if (fitsCountry(chosen.priceList, country)) return { package: chosen, options };
  const { priceCents, includedTaxCents } = chosen;
  return { package: { ...chosen, priceCents: priceCents - includedTaxCents, includedTaxCents: 0 }, options };
}

type TermParams = { choice: Choice; address: TaxedAddress | null; payForCoParent?: boolean; at?: Date };

/** What a term of a choice costs one person or both at today's prices, with the tax rates of `at` (default: today). */
export async function priceTerm(
  dependencies: TaxDependencies,
  { choice, address, payForCoParent = false, ...rates }: TermParams,
): Promise<PricedOrder> {
  const billed = billedIn(choice, address?.country);
  const before = priceBeforeTax({ ...pricedItems(billed), payForCoParent, coupon: null });
  return taxedPrice(dependencies, { before, address, ...rates });
}

/** A choice's full-term price, without added tax. */
export function fullTermCents({ package: chosen, options }: Choice): number {
  return chosen.priceCents + options.reduce((sum, { priceCents }) => sum + priceCents, 0);
}

/**
 * Splits an amount over a choice's package and options in proportion to their prices; the parts add up to the amount.
 */
export function splitOver(
  { package: chosen, options }: Choice,
  cents: number,
): { packageCents: number; optionCents: number[] } {
  const [packageCents = 0, ...optionCents] = allocate(cents, [
    chosen.priceCents,
    ...options.map(({ priceCents }) => priceCents),
  ]);
  return { packageCents, optionCents };
}
