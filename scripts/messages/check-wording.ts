import type { AreaFile } from './area-file.ts';
import { translatedApart, wordings } from './wordings.ts';

type Text = { locale: string; text: string };

/** A filled-in name may be our own words, such as “your co-parent”: capitalised only at the start of a sentence. */
const sentenceStart = /(?:^|[.!?] |[¿¡“"])\{name\}/;
const insideSentence = /[^.!?¿¡“"\s] ?\{Name\}/;

/** Wordings that a text must not contain, each with its replacement. */
export function findWordings({ locale, text, key = '' }: Text & { key?: string }): string[] {
  return (wordings[locale] ?? [])
    .filter(({ not, except = [] }) => not.test(text) && !except.includes(key))
    .map(({ not, write }) => `“${not.exec(text)?.[0].trim() ?? ''}”: ${write}`);
}

export function findWordingProblems(files: readonly AreaFile[]): string[] {
  return [...findOwnWordings(files), ...findTwoTranslations(files)];
}

function findOwnWordings(files: readonly AreaFile[]): string[] {
  return files.flatMap(({ locale, area, texts }) =>
    Object.entries(texts).flatMap(([key, text]) =>
      [...findWordings({ locale, text, key }), ...findNameProblems(text)].map(
        (problem) => `messages/${locale}/${area}.json: "${key}" has ${problem}`,
      ),
    ),
  );
}

function findNameProblems(text: string): string[] {
  return [
    ...(sentenceStart.test(text) ? ['“{name}” where a sentence begins: write {Name}'] : []),
    ...(insideSentence.test(text) ? ['“{Name}” inside a sentence: write {name}'] : []),
  ];
}

/**
 * A text for comparison: lower case, no final stop or colon, only the stem of the first word, because buttons use the
 * infinitive and headings the imperative.
 */
function bare(text: string, letters: number): string {
  const [first = '', ...rest] = text.replace(/[.:]$/, '').toLowerCase().split(' ');
  return [first.slice(0, rest.length === 0 ? letters + 2 : letters), ...rest].join(' ');
}

/** Finds English texts that have two Spanish translations, which means two terms for one thing. */
function findTwoTranslations(files: readonly AreaFile[]): string[] {
  const textsOf = (wanted: string) =>
    files.filter(({ locale }) => locale === wanted).flatMap(({ texts }) => Object.entries(texts));
  const spanish = new Map(textsOf('es'));
  const first = new Map<string, { key: string; text: string }>();
  const problems: string[] = [];
  for (const [key, english] of textsOf('en')) {
    const text = spanish.get(key);
    if (text === undefined || translatedApart.has(key)) continue;
    const other = first.get(bare(english, english.length));
    if (!other) first.set(bare(english, english.length), { key, text });
    else if (bare(other.text, 2) !== bare(text, 2))
      problems.push(`“${english}” is “${other.text}” in "${other.key}" and “${text}” in "${key}": one of them`);
  }
  return problems;
}
