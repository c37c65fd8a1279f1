import { isServedCountry, type ServedCountry } from '#contract/fields/countries.ts';
import type { Language } from '#contract/fields/languages.ts';
import type { DeviceClass } from '#contract/sign-up/funnel.ts';

/** The attributes by which page views are counted, so coarse that they identify nobody. */
export type Visit = { country: ServedCountry; device: DeviceClass; language: Language };

/** Tablets first: Android tablets differ from phones only by the missing word `Mobile`. */
export function deviceOf(userAgent: string): DeviceClass {
  if (/iPad|Tablet|Android(?!.*Mobile)/i.test(userAgent)) return 'tablet';
  return /Mobi|iPhone/i.test(userAgent) ? 'phone' : 'desktop';
}

/** The region of the browser's preferred language if the product is sold there, else the site's country. */
export function countryOf(acceptLanguage: string, siteCountry: ServedCountry): ServedCountry {
  const region = /^\s*[a-z]{2,3}-([a-z]{2})\b/i.exec(acceptLanguage)?.[1]?.toUpperCase() ?? '';
  return isServedCountry(region) ? region : siteCountry;
}
