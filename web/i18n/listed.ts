import { currentLanguage } from './language.ts';

/** "Tone meter and 5 GB of file storage", in the reader's language. */
export function listed(parts: readonly string[]): string {
  return new Intl.ListFormat(currentLanguage(), { type: 'conjunction' }).format(parts);
}
