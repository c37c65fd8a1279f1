import { useSyncExternalStore } from 'react';
import { languageCookie } from '#contract/boot.ts';
import type { Language } from '#contract/fields/languages.ts';
import { setLocaleReader } from '#messages/runtime.js';

let language: Language = 'en';
const listeners = new Set<() => void>();

setLocaleReader(() => language);

export function currentLanguage(): Language {
  return language;
}

let country: string | null = null;

/** The reader's country, null if unknown: dates are written in its format. */
export function currentCountry(): string | null {
  return country;
}

export function writeDatesAsIn(where: string | null): void {
  country = where;
}

/** Before the first render only: the language the server chose. */
export function startLanguage(first: Language): void {
  language = first;
}

/** Changes the language without a reload and stores it for a year in a cookie that the server reads. */
export function changeLanguage(next: Language): void {
  language = next;
  document.documentElement.lang = next;
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we serve
  document.cookie = `${languageCookie}=${next}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Renders again when the language changes. Screens get this from `screen()` in routes; the controls of `ui` need not
 * call it.
 */
export function useLanguage(): Language {
  return useSyncExternalStore(subscribe, currentLanguage, currentLanguage);
}
