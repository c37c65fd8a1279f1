import { currentLanguage } from './language.ts';

/** Inside a sentence: "At least 1 number" becomes "at least 1 number". */
export function midSentence(text: string): string {
  return text.charAt(0).toLocaleLowerCase(currentLanguage()) + text.slice(1);
}

/** "Tone meter and 5 GB of file storage", in the reader's language. */
export function listed(parts: readonly string[]): string {
  return new Intl.ListFormat(currentLanguage(), { type: 'conjunction' }).format(parts);
}
