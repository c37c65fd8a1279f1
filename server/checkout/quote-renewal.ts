import type { OrderDetail } from '#contract/api/prices.ts';
import type { Catalog } from '../catalog/package-repository.ts';
import type { Clock } from '../clock.ts';
import type { TaxPort } from '../gateways/tax/port.ts';
import { nextPeriod, type Period } from '../subscriptions/renewal-schedule.ts';
import { currentPlan, priceYear, type TaxedAddress, textsOf, yearlyChoice } from './price-choice.ts';
import type { StoredQuote } from '../pricing/stored-quote.ts';

export type RenewalQuoteDependencies = { clock: Clock; readCatalog: () => Promise<Catalog>; tax: TaxPort };
type RenewingPlan = { packageId: number; services: readonly string[]; anchorDate: string; periodEnd: string };

/**
 * The price, period and held plan of a subscription's next year. A two-year term renews to its one-year form. When both
 * days of `held` are equal, the year begins on that day.
 */
export type RenewalQuote = {
  quote: StoredQuote;
  period: Period;
  packageId: number;
  productId: OrderDetail['productId'];
  services: string[];
  years: 1 | 2;
};

export async function quoteRenewal(
  dependencies: RenewalQuoteDependencies,
  { held, address }: { held: RenewingPlan; address: TaxedAddress | null },
): Promise<RenewalQuote> {
  const catalog = await dependencies.readCatalog();
  const choice = yearlyChoice(catalog, currentPlan(catalog, held));
  const priced = await priceYear(dependencies, { choice, address });
  const period = nextPeriod(held);
  const renewal = { amountCents: priced.total, date: period.periodEnd };
  return {
    quote: { priced, texts: textsOf(choice, null), renewal },
    period,
    packageId: choice.package.id,
    productId: choice.package.packageName === 'CYO' ? `SUB${choice.package.years}YEAR` : null,
    services: choice.options.map(({ code }) => code),
    years: 1,
  };
}
