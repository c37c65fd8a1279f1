import type { OrderDetail } from '#contract/api/prices.ts';
import type { Day } from '#contract/fields/day.ts';
import type { ReadCatalog } from '../catalog/catalog-reader.ts';
import type { Choice } from '../catalog/choose-options.ts';
import type { Catalog } from '../catalog/package-repository.ts';
import { atVersion } from '../catalog/price-version.ts';
import type { Clock } from '../clock.ts';
import type { TaxPort } from '../gateways/tax/port.ts';
import type { StoredQuote } from '../pricing/stored-quote.ts';
import { dueInstant } from '../subscriptions/calendar.ts';
import { nextPeriod, type Period } from '../subscriptions/renewal-schedule.ts';
import { currentPlan, fullTermCents, priceTerm, type TaxedAddress, textsOf, yearlyChoice } from './price-choice.ts';

export type RenewalQuoteDependencies = { clock: Clock; readCatalog: ReadCatalog; tax: TaxPort };
type RenewingPlan = {
  packageId: number;
  services: readonly string[];
  anchorDate: Day;
  periodEnd: Day;
  timeZone: string;
};

/** What its payer chose that a subscription renews to, of either term. */
export type ChosenPlan = Pick<RenewingPlan, 'packageId' | 'services'>;

/**
 * The price, period and plan of a subscription's next term. Unless its payer chose another plan, that is a year: a
 * two-year term renews to its one-year form. If both days of `plan` are equal, the term begins on that day.
 */
export type RenewalQuote = {
  quote: StoredQuote;
  period: Period;
  packageId: number;
  productId: OrderDetail['productId'];
  services: string[];
  years: 1 | 2;
};

/**
 * `grandfatheredVersion`: the price version of the last payment, or of a choice; the term costs the lower of that and
 * the current price. Null: the current price. The tax is that of the day on which the term begins, even if announced
 * earlier.
 */
export async function quoteRenewal(
  dependencies: RenewalQuoteDependencies,
  {
    plan,
    address,
    grandfatheredVersion,
    chosen = null,
    payForCoParent = false,
  }: {
    plan: RenewingPlan;
    address: TaxedAddress | null;
    grandfatheredVersion: number | null;
    chosen?: ChosenPlan | null;
    payForCoParent?: boolean;
  },
): Promise<RenewalQuote> {
  const catalog = await dependencies.readCatalog(grandfatheredVersion);
  const catalogs = grandfatheredVersion === null ? [catalog] : [atVersion(catalog, grandfatheredVersion), catalog];
  const next = (one: Catalog) => (chosen ? currentPlan(one, chosen) : yearlyChoice(one, currentPlan(one, plan)));
  const choice = cheapest(catalogs.map(next));
  const years = chosen ? choice.package.years : 1;
  const at = dueInstant(plan.periodEnd, plan.timeZone);
  const priced = await priceTerm(dependencies, { choice, address, payForCoParent, at });
  const period = nextPeriod(plan, years);
  const yearly = years === 1 ? choice : yearlyChoice(catalog, choice);
  const renewed = years === 1 ? priced : await priceTerm(dependencies, { choice: yearly, address, payForCoParent, at });
  const renewal = { amountCents: renewed.total, date: period.periodEnd };
  return {
    quote: { priced, texts: textsOf(choice, null), renewal },
    period,
    packageId: choice.package.id,
    productId: choice.package.packageName === 'CYO' ? `SUB${choice.package.years}YEAR` : null,
    services: choice.options.map(({ code }) => code),
    years,
  };
}

/** The first of the cheapest. */
function cheapest(choices: readonly Choice[]): Choice {
  return choices.reduce((least, one) => (fullTermCents(one) < fullTermCents(least) ? one : least));
}
