import type { Language } from '#contract/languages.ts';
import type { Choice } from '#contract/api/lookups.ts';

export type MessageText = (inputs: Record<string, never>, options: { locale: Language }) => string;

type Table<K extends string> = { keys: readonly K[]; texts: Readonly<Record<K, MessageText>>; language: Language };

/** Keys with their texts in a language, in the order given. */
export function textChoices<K extends string>({ keys, texts, language }: Table<K>): Choice[] {
  return keys.map((key) => ({ value: key, label: texts[key]({}, { locale: language }) }));
}
