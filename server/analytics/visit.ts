import { isServedCountry, type ServedCountry } from '#contract/countries.ts';
import type { DeviceClass } from '#contract/funnel.ts';
import type { Language } from '#contract/languages.ts';

/** How a page was asked for, as coarse as it is counted: nobody could be known again by it. */
export type Visit = { country: ServedCountry; device: DeviceClass; language: Language };

/** Tablets first: those of Android say they are mobile in everything but this word. */
export function deviceOf(userAgent: string): DeviceClass {
  if (/iPad|Tablet|Android(?!.*Mobile)/i.test(userAgent)) return 'tablet';
  return /Mobi|iPhone/i.test(userAgent) ? 'phone' : 'desktop';
}

/** The region of the language that the browser asks for first, where the product is sold there; else the site's. */
export function countryOf(acceptLanguage: string, siteCountry: ServedCountry): ServedCountry {
  const region = /^\s*[a-z]{2,3}-([a-z]{2})\b/i.exec(acceptLanguage)?.[1]?.toUpperCase() ?? '';
  return isServedCountry(region) ? region : siteCountry;
}
