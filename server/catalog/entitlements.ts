import type { Language } from '#contract/fields/languages.ts';
import type { Choice } from './choose-options.ts';
import type { Catalog, Grant } from './package-repository.ts';

/** `texts`: in the words of what grants it; null if that is not part of a plan. */
export type Entitlement = Grant & { texts: Record<Language, string> | null };

function textsOf({ features, options }: Catalog, source: string): Entitlement['texts'] {
  const feature = features.get(source)?.texts;
  if (feature) return { en: feature.en.text, es: feature.es.text };
  const option = options.find(({ code }) => code === source)?.texts;
  return option ? { en: option.en.description, es: option.es.description } : null;
}

/** What features, options and roles grant together, by name: the maximum of each entitlement. In the sources' order. */
export function entitlementsOf(catalog: Catalog, sources: readonly string[]): Entitlement[] {
  const most = new Map<string, Entitlement>();
  for (const source of sources)
    for (const { entitlement, quantity } of catalog.grants.get(source) ?? [])
      if ((most.get(entitlement)?.quantity ?? 0) < quantity)
        most.set(entitlement, { entitlement, quantity, texts: textsOf(catalog, source) });
  return [...most.values()];
}

/** The features and options of a choice. */
export const sourcesOf = ({ package: chosen, options }: Choice): string[] => [
  ...chosen.primaryFeatures,
  ...chosen.secondaryFeatures,
  ...options.map(({ code }) => code),
];

/** What a holder of one plan would lose, or have less of, with another; in the words of the current one. */
export function lostParts(
  catalog: Catalog,
  { current, target, language }: { current: Choice; target: Choice; language: Language },
): string[] {
  const included = new Map(
    entitlementsOf(catalog, sourcesOf(target)).map(({ entitlement, quantity }) => [entitlement, quantity]),
  );
  return entitlementsOf(catalog, sourcesOf(current)).flatMap(({ entitlement, quantity, texts }) =>
    texts && (included.get(entitlement) ?? 0) < quantity ? [texts[language]] : [],
  );
}
