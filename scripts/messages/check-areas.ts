import type { AreaFile } from './area-file.ts';
import { findWordingProblems } from './check-wording.ts';
import { placeholdersOf } from './write-modules.ts';

/**
 * What would leave a text missing or wrong in one language: an area or key that not every locale has, a duplicate key,
 * a text whose placeholders differ between the languages, or a wording that is not ours. One sentence each; empty if
 * there is none.
 */
export function findMessageProblems({ files, locales }: { files: AreaFile[]; locales: readonly string[] }): string[] {
  return [
    ...missingKeys(files, locales),
    ...duplicateKeys(files),
    ...unequalPlaceholders(files),
    ...findWordingProblems(files),
  ];
}

function missingKeys(files: AreaFile[], locales: readonly string[]): string[] {
  const areas = [...new Set(files.map(({ area }) => area))];
  return areas.flatMap((area) => {
    const byLocale = new Map(
      locales.map((locale) => [locale, files.find((file) => file.area === area && file.locale === locale)]),
    );
    const all = new Set([...byLocale.values()].flatMap((file) => file?.keys ?? []));
    return [...byLocale].flatMap(([locale, file]) => {
      if (!file) return [`messages/${locale}/${area}.json does not exist, but the area has texts in another language`];
      return [...all]
        .filter((key) => !file.keys.includes(key))
        .map((key) => `messages/${locale}/${area}.json lacks "${key}"`);
    });
  });
}

function duplicateKeys(files: AreaFile[]): string[] {
  const areaByKey = new Map<string, string>();
  const problems: string[] = [];
  for (const { locale, area, keys } of files) {
    for (const key of keys) {
      const earlier = areaByKey.get(`${locale} ${key}`);
      if (earlier)
        problems.push(
          `Duplicate key "${key}": in messages/${locale}/${earlier}.json and messages/${locale}/${area}.json`,
        );
      areaByKey.set(`${locale} ${key}`, area);
    }
  }
  return problems;
}

function unequalPlaceholders(files: AreaFile[]): string[] {
  const first = new Map<string, { locale: string; placeholders: string }>();
  const problems: string[] = [];
  for (const { locale, texts } of files) {
    for (const [key, text] of Object.entries(texts)) {
      const names = placeholdersOf(text).sort().join(', ');
      const other = first.get(key);
      if (!other) first.set(key, { locale, placeholders: names });
      else if (other.locale !== locale && other.placeholders !== names)
        problems.push(
          `"${key}" has the placeholders [${other.placeholders}] in ${other.locale} and [${names}] in ${locale}`,
        );
    }
  }
  return problems;
}
