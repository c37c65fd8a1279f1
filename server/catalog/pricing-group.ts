import type { IncludedTaxName, PricingGroup } from '#contract/api/packages.ts';
import {
  type countries,
  countriesWhere,
  countryOfCallingCode,
  countryRow,
  type ServedCountry,
} from '#contract/fields/countries.ts';

/** Price lists: the four pricing groups, and the lists of countries that have their own. */
export type PriceList = PricingGroup | OwnList;
type OwnList = NonNullable<(typeof countries)[ServedCountry]['prices']>['list'];
export type PricingRule = { phoneCountryCode: string; areaCode: string; pricingGroup: PricingGroup };
export type PricingCriteria = {
  /** ISO code, if the address is known. */
  country?: string | undefined;
  /** With the plus. */
  phoneCountryCode: string;
  phoneNumber: string;
  /** The inviter's group, if there is one. */
  inviterPriceList?: PriceList | null | undefined;
  ukPackages: boolean;
};

/** The default country of a calling code without an address; +1 is the United States. */
export function countryOf(phoneCountryCode: string): string {
  return countryOfCallingCode(phoneCountryCode) ?? 'US';
}

/** A list with included tax belongs to its country only: no bill of another country can carry that tax. */
export function fitsCountry(list: PriceList, country: string | undefined): boolean {
  const own = countryOfList(list);
  return country === undefined || own === null || own === country;
}

/** The first match: the inviter's list, the country's own, a phone rule, P0 (docs: catalogue). */
export function priceListFor(criteria: PricingCriteria, rules: readonly PricingRule[]): PriceList {
  const { inviterPriceList } = criteria;
  if (inviterPriceList && fitsCountry(inviterPriceList, criteria.country)) return inviterPriceList;
  const country = criteria.country ?? countryOfCallingCode(criteria.phoneCountryCode);
  const own = countryRow(country ?? '')?.prices?.list;
  if (own && (own !== 'UK' || criteria.ukPackages)) return own;
  const rule = rules.find(
    ({ phoneCountryCode, areaCode }) =>
      phoneCountryCode === criteria.phoneCountryCode && criteria.phoneNumber.startsWith(areaCode),
  );
  return rule?.pricingGroup ?? 'P0';
}

/** The pricing group that decides the layout: countries with their own list are shown as P0. */
export function pricingGroupOf(list: PriceList): PricingGroup {
  return countryOfList(list) === null ? (list as PricingGroup) : 'P0';
}

/** The only country of a list; null for the pricing groups, which several share. */
export function countryOfList(list: PriceList): ServedCountry | null {
  return countriesWhere(({ prices }) => prices?.list === list)[0] ?? null;
}

/** Name of the tax included in the price of a package; null if tax is added. */
export function includedTaxName({
  priceList,
  includedTaxCents,
}: {
  priceList: PriceList;
  includedTaxCents: number;
}): IncludedTaxName | null {
  if (includedTaxCents === 0) return null;
  return countryRow(countryOfList(priceList) ?? '')?.prices?.includedTax ?? null;
}

export type CountryOutcome = 'MATCH' | 'OTHER_PACKAGES' | 'NOT_SOLD';

type CountryCheck = { list: PriceList; offered: PriceList; country: string };

/** Whether a package of this list may be sold to a bill of this country; `offered`: the list for that bill. */
export function countryOutcome({ list, offered, country }: CountryCheck): CountryOutcome {
  if (countryRow(country) === null) return 'NOT_SOLD';
  return list === offered ? 'MATCH' : 'OTHER_PACKAGES';
}
