import type { AreaFile } from './area-file.ts';
import { wordings } from './wordings.ts';

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
