import type { BundleOffer } from '#contract/api/professionals/code-bundles.ts';
import type { Day } from '#contract/fields/day.ts';
import { formatCents } from '#contract/fields/money.ts';
import { type BundleSize, bundlePrice, bundleSizes } from '#contract/professionals/code-bundles.ts';
import { m } from '#messages/messages.js';
import type { Catalog, Package } from '../catalog/package-repository.ts';
import type { PriceList } from '../catalog/pricing-group.ts';
import type { Language } from '../db/schema.ts';
import { activationCodeOf } from '../pricing/activation-code.ts';
import type { StoredQuote } from '../pricing/stored-quote.ts';
import type { TokenMaker } from '../secret.ts';

/** Codes are worth a one-year plan of the buyer's own price list. */
export function bundlePackages(catalog: Catalog, list: PriceList): Package[] {
  return catalog.packages.filter(
    ({ priceList, packageName, years, onSale }) => priceList === list && packageName !== 'CYO' && years === 1 && onSale,
  );
}

export function presentOffer({
  plan,
  size,
  language,
}: {
  plan: Package;
  size: BundleSize;
  language: Language;
}): BundleOffer {
  const price = bundlePrice({ size, faceCents: plan.priceCents });
  return {
    packageId: plan.id,
    planName: plan.texts[language].receiptText,
    size,
    percentOff: price.percentOff,
    faceCents: price.faceCents,
    faceFormatted: formatCents(price.faceCents),
    listFormatted: formatCents(price.listCents),
    discountFormatted: formatCents(price.discountCents),
    totalCents: price.totalCents,
    totalFormatted: formatCents(price.totalCents),
  };
}

export function bundleOffers(plans: readonly Package[], language: Language): BundleOffer[] {
  return plans.flatMap((plan) => bundleSizes.map((size) => presentOffer({ plan, size, language })));
}

/**
 * The refund for `count` unused codes of a bundle of which `before` were refunded earlier; integer cents. Each code's
 * share is taken from a running total, so that all of them together refund exactly the price paid.
 */
export function refundOfCodes({
  totalCents,
  size,
  before,
  count,
}: {
  totalCents: number;
  size: number;
  before: number;
  count: number;
}): number {
  const shareOf = (codes: number) => Math.floor((totalCents * codes) / size);
  return shareOf(before + count) - shareOf(before);
}

/** A bundle's quote minus the price of `count` refunded codes. */
export function withoutCodes({ priced, ...quote }: StoredQuote, { size, count }: { size: number; count: number }) {
  const unusedCents = refundOfCodes({ totalCents: priced.subTotal, size, before: 0, count });
  const total = priced.subTotal - unusedCents;
  return { ...quote, priced: { ...priced, unusedCents, subTotalAfterDiscount: total, total } };
}

/** The codes of a bundle, derived: they can be shown until they are confirmed as stored, and are stored in no table. */
export function codesOf({
  makeToken,
  bundleId,
  size,
}: {
  makeToken: TokenMaker;
  bundleId: string;
  size: number;
}): string[] {
  return Array.from({ length: size }, (_, position) =>
    activationCodeOf(makeToken('BUNDLE_CODE', `${bundleId}:${position}`)),
  );
}

/**
 * The order of a bundle in stored form. One line, the price after the bundle's discount. No tax: a code is a means of
 * payment, and what it pays for is taxed where and when it is used.
 */
export function bundleQuote({ plan, size, on }: { plan: Package; size: BundleSize; on: Day }): StoredQuote {
  const { totalCents, percentOff } = bundlePrice({ size, faceCents: plan.priceCents });
  const name = (language: Language) =>
    m.pro_codes_order_line(
      { count: size, plan: plan.texts[language].receiptText, percent: percentOff },
      { locale: language },
    );
  return {
    priced: {
      package: { id: plan.id, name: 'CODE_BUNDLE', priceCents: totalCents, includedTaxCents: 0 },
      options: [],
      payForCoParent: false,
      coupon: null,
      selectedPackageTotal: totalCents,
      coParentTotal: 0,
      subTotal: totalCents,
      subTotalAfterDiscount: totalCents,
      includedTax: 0,
      taxes: [],
      taxesCalculated: true,
      taxAmount: 0,
      codes: [],
      paymentCodeTotal: 0,
      total: totalCents,
    },
    texts: { package: { en: name('en'), es: name('es') }, options: {}, coupon: null },
    renewal: { amountCents: 0, date: on },
  };
}
