import type { PackageCard, PackageName, PricingGroup } from '#contract/api/packages.ts';
import { divideRounded, formatCents } from '#contract/fields/money.ts';
import catalogue from '#server/catalog/catalogue.json' with { type: 'json' };

/** The catalogue's English texts; `spanish-answers` has the Spanish ones. */
function feature(featureName: string) {
  const found = catalogue.features.find(({ name }) => name === featureName);
  if (!found) throw new Error(`The catalogue has no feature ${featureName}`);
  const { text: featureText, tooltipHeader: header, tooltipText: text } = found.texts.en;
  return { featureName, featureText, tooltip: { header, text }, newFeature: found.newFeature, featurePrice: {} };
}

function options(years: 1 | 2, recordedCalls: boolean): PackageCard['options'] {
  const offered = catalogue.options.filter(({ experiment }) => experiment === null || recordedCalls);
  return offered.map(({ optionName, code, priceCents, isDefault, texts }) => ({
    optionName: optionName as PackageCard['options'][number]['optionName'],
    optionCode: `${code}${years}`,
    description: texts.en.description,
    price: priceCents[years],
    priceFormatted: formatCents(priceCents[years]),
    isDefault,
  }));
}

type PackageCardOptions = {
  id: number;
  name: PackageName;
  years?: 1 | 2;
  cents: number;
  vat?: number;
  recordedCalls?: boolean;
};

export function packageCard({
  id,
  name,
  years = 1,
  cents,
  vat = 0,
  recordedCalls = false,
}: PackageCardOptions): PackageCard {
  const buildYourOwn = name === 'CYO';
  const { texts, primaryFeatures, secondaryFeatures } = catalogue.packages[name];
  return {
    id,
    packageName: name,
    ...texts.en,
    receiptText: `${texts.en.displayName}, ${years === 1 ? 'one year' : 'two years'}`,
    buildYourOwn,
    featured: name === 'PREMIUM',
    pricePerMonthFormatted: formatCents(divideRounded(cents, years * 12)),
    totalPrice: cents,
    totalPriceFormatted: formatCents(cents),
    currencyCode: 'USD',
    currencySymbol: 'US$',
    subDurationInYears: years,
    productId: `SUB${years}YEAR`,
    analyticsPackage: `${name} ${years}Y`,
    vatAmount: vat,
    vatAmountFormatted: formatCents(vat),
    includesVat: vat > 0,
    country: vat > 0 ? 'GB' : null,
    includedTaxName: vat > 0 ? 'VAT' : null,
    primaryFeatures: { header: 'What you get', features: primaryFeatures.map(feature) },
    secondaryFeatures: { header: 'Also included', features: secondaryFeatures.map(feature) },
    options: buildYourOwn ? options(years, recordedCalls) : [],
    cyoPackagePrice: buildYourOwn ? { [years]: formatCents(cents) } : null,
  };
}

const list = (name: PricingGroup) =>
  catalogue.priceLists[name].map(({ id, packageName, years, priceCents }) =>
    packageCard({ id, name: packageName as PackageName, years: years as 1 | 2, cents: priceCents }),
  );

export const groups: Record<PricingGroup, PackageCard[]> = {
  P0: list('P0'),
  P1: list('P1'),
  P2: list('P2'),
  P3: list('P3'),
};

type Extra = { packages?: PackageCard[]; coParentPackageId?: number };

/** The response of the packages call for a pricing group. */
export function offers(
  pricingGroupName: PricingGroup,
  { packages = groups[pricingGroupName], coParentPackageId }: Extra = {},
) {
  return { data: { pricingGroupName, packages, coParentPackageId: coParentPackageId ?? null } };
}
