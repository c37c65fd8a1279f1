import type { PackageCard } from '#contract/api/packages.ts';
import type { Language } from '#contract/fields/languages.ts';
import { currency, divideRounded, formatCents } from '#contract/fields/money.ts';
import type { ExperimentStates } from '#contract/sign-up/experiments.ts';
import { m } from '#messages/messages.js';
import { optionsFor } from './choose-options.ts';
import type { Catalog, Package, PackageOption } from './package-repository.ts';
import { countryOfList, includedTaxName, type PriceList } from './pricing-group.ts';

type Context = { catalog: Catalog; language: Language; experiments: Partial<ExperimentStates> };

function optionCard({ optionName, code, texts, priceCents, isDefault }: PackageOption, language: Language) {
  return {
    optionName,
    optionCode: code,
    description: texts[language].description,
    price: priceCents,
    priceFormatted: formatCents(priceCents),
    isDefault,
  };
}

function featureList(names: readonly string[], header: string, { catalog, language }: Context) {
  const features = names.flatMap((name) => {
    const feature = catalog.features.get(name);
    if (!feature) return [];
    const { text, tooltipHeader, tooltipText } = feature.texts[language];
    const sold = catalog.options.filter(
      ({ optionName, priceCents }) => optionName === feature.optionName && priceCents > 0,
    );
    return [
      {
        featureName: name,
        featureText: text,
        tooltip: { header: tooltipHeader, text: tooltipText },
        newFeature: feature.newFeature,
        featurePrice: Object.fromEntries(
          sold.toReversed().map(({ years, priceCents }) => [String(years), formatCents(priceCents)]),
        ),
      },
    ];
  });
  return { header, features };
}

function cheapestByYears(catalog: Catalog, list: PriceList): Record<string, string> {
  const base = catalog.packages.filter(({ priceList, packageName }) => priceList === list && packageName === 'CYO');
  return Object.fromEntries(base.map(({ years, priceCents }) => [String(years), formatCents(priceCents)]));
}

/** One package as a card shows it, in a language. Amounts are in cents and formatted. */
export function packageCard(chosen: Package, context: Context): PackageCard {
  const { catalog, language, experiments } = context;
  const buildYourOwn = chosen.packageName === 'CYO';
  const texts = chosen.texts[language];
  return {
    id: chosen.id,
    packageName: chosen.packageName,
    ...texts,
    buildYourOwn,
    featured: chosen.packageName === 'PREMIUM',
    pricePerMonthFormatted: formatCents(divideRounded(chosen.priceCents, chosen.years * 12)),
    totalPrice: chosen.priceCents,
    totalPriceFormatted: formatCents(chosen.priceCents),
    currencyCode: currency.code,
    currencySymbol: currency.symbol,
    subDurationInYears: chosen.years,
    productId: `SUB${chosen.years}YEAR`,
    analyticsPackage: `${chosen.packageName} ${chosen.years}Y`,
    vatAmount: chosen.includedTaxCents,
    vatAmountFormatted: formatCents(chosen.includedTaxCents),
    includesVat: chosen.includedTaxCents > 0,
    includedTaxName: includedTaxName(chosen),
    country: countryOfList(chosen.priceList),
    primaryFeatures: featureList(chosen.primaryFeatures, m.catalog_primary_features({}, { locale: language }), context),
    secondaryFeatures: featureList(
      chosen.secondaryFeatures,
      m.catalog_secondary_features({}, { locale: language }),
      context,
    ),
    options: buildYourOwn
      ? optionsFor(catalog, chosen.years, experiments).map((option) => optionCard(option, language))
      : [],
    cyoPackagePrice: buildYourOwn ? cheapestByYears(catalog, chosen.priceList) : null,
  };
}

/** The cards of a price list: in catalogue order, build-your-own last in each term (specification 4.4). */
export function packageCards(list: PriceList, context: Context): PackageCard[] {
  const onSale = context.catalog.packages.filter(({ priceList, onSale: sold }) => priceList === list && sold);
  const rank = ({ years, packageName, position }: Package) => [years, packageName === 'CYO' ? 1 : 0, position] as const;
  const sorted = onSale.toSorted((one, other) => {
    const [a, b] = [rank(one), rank(other)];
    return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
  });
  return sorted.map((chosen) => packageCard(chosen, context));
}
