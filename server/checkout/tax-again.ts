import type { Catalog } from '../catalog/package-repository.ts';
import { fitsCountry } from '../catalog/pricing-group.ts';
import { withoutGivenCodes } from '../pricing/price-order.ts';
import type { PricedOrder, StoredQuote } from '../pricing/stored-quote.ts';
import { currentPlan, type TaxDependencies, type TaxedAddress, taxedPrice } from './price-choice.ts';

export type TaxAgainDependencies = TaxDependencies & { readCatalog: () => Promise<Catalog> };

/**
 * An agreed price with today's billing address. If the payer has moved, the agreed amount before tax is taxed at the
 * new place, and a tax included for another country is removed. Otherwise the price stays the same to the cent.
 */
export async function taxAgain(
  dependencies: TaxAgainDependencies,
  { quote, address }: { quote: StoredQuote; address: TaxedAddress },
): Promise<StoredQuote> {
  const { priced } = quote;
  const { package: sold } = currentPlan(await dependencies.readCatalog(), {
    packageId: priced.package.id,
    services: [],
  });
  const bare = withoutGivenCodes(priced);
  const before = fitsCountry(sold.priceList, address.country) ? bare : withoutIncludedTax(bare);
  const codes = priced.codes.map(({ amountCents, ...code }) => ({ ...code, remainingCents: amountCents }));
  const again = await taxedPrice(dependencies, { before, codes, address });
  return hasSameTaxes(again, priced) ? quote : { ...quote, priced: again };
}

/** Whether two prices are taxed by the same jurisdictions; rates may differ. */
export function hasSameTaxes(one: Pick<PricedOrder, 'includedTax' | 'taxes'>, other: typeof one): boolean {
  const identity = ({ includedTax, taxes }: typeof one) =>
    JSON.stringify([includedTax > 0, taxes.map(({ name, region }) => [name, region])]);
  return identity(one) === identity(other);
}

function withoutIncludedTax(priced: PricedOrder): PricedOrder {
  if (priced.includedTax === 0) return priced;
  const { package: sold, coupon, payForCoParent } = priced;
  const tax = sold.includedTaxCents;
  const subTotal = priced.subTotal - tax * (payForCoParent ? 2 : 1);
  const subTotalAfterDiscount = priced.subTotalAfterDiscount - priced.includedTax;
  return {
    ...priced,
    package: { ...sold, priceCents: sold.priceCents - tax, includedTaxCents: 0, includedTaxName: null },
    selectedPackageTotal: priced.selectedPackageTotal - tax,
    coParentTotal: payForCoParent ? priced.coParentTotal - tax : 0,
    coupon: coupon && { ...coupon, discountCents: subTotal - subTotalAfterDiscount },
    subTotal,
    subTotalAfterDiscount,
    includedTax: 0,
  };
}
