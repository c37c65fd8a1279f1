import type { Language } from '#contract/languages.ts';
import type { Choice } from './choose-options.ts';
import type { Catalog } from './package-repository.ts';

type Part = { gigabytes: number; texts: Record<Language, string> };

/** `10GB2`, `storage_10gb`: 10. What has no size is had or not. */
function gigabytesOf(name: string): number {
  return Number(/(\d+)GB/i.exec(name)?.[1] ?? 1);
}

/** What a choice holds, by kind: an option and the feature of a package that is the same thing are one kind. */
function partsOf(catalog: Catalog, { package: chosen, options }: Choice): Map<string, Part> {
  const features = [...chosen.primaryFeatures, ...chosen.secondaryFeatures].flatMap((name) => {
    const feature = catalog.features.get(name);
    if (!feature) return [];
    const texts = { en: feature.texts.en.text, es: feature.texts.es.text };
    return [{ kind: feature.optionName ?? name, gigabytes: gigabytesOf(name), texts }];
  });
  const added = options.map(({ optionName, code, texts }) => ({
    kind: optionName,
    gigabytes: gigabytesOf(code),
    texts: { en: texts.en.description, es: texts.es.description },
  }));
  const parts = new Map<string, Part>();
  for (const { kind, ...part } of [...features, ...added]) {
    if ((parts.get(kind)?.gigabytes ?? 0) < part.gigabytes) parts.set(kind, part);
  }
  return parts;
}

/** What whoever holds one choice would have no more, or less of, with another; in the words of what is held. */
export function lostParts(
  catalog: Catalog,
  { held, wanted, language }: { held: Choice; wanted: Choice; language: Language },
): string[] {
  const kept = partsOf(catalog, wanted);
  return [...partsOf(catalog, held)]
    .filter(([kind, { gigabytes }]) => (kept.get(kind)?.gigabytes ?? 0) < gigabytes)
    .map(([, { texts }]) => texts[language]);
}
