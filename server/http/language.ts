import type { FastifyRequest } from 'fastify';
import { type Language, languages } from '#contract/fields/languages.ts';
import { siteOf } from './request-site.ts';

export const languageCookie = 'language';

function isLanguage(value: string | undefined): value is Language {
  return languages.some((language) => language === value);
}

/** Best match of an Accept-Language header: `es-MX,es;q=0.9,en;q=0.8` → `es`; null if it contains none of ours. */
export function acceptedLanguage(header: string | undefined): Language | null {
  const preferences = (header ?? '')
    .slice(0, 500)
    .split(',')
    .map((part, position) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
      const quality = parameters
        .map((parameter) => /^\s*q=([\d.]+)$/.exec(parameter)?.[1])
        .find((value) => value !== undefined);
      return { language: tag.split('-')[0], quality: quality === undefined ? 1 : Number(quality), position };
    });
  preferences.sort((one, other) => other.quality - one.quality || one.position - other.position);
  for (const { language, quality } of preferences) if (quality > 0 && isLanguage(language)) return language;
  return null;
}

/** Language of a page: cookie of the selector, then Accept-Language, then the site's. */
export function pageLanguage(request: FastifyRequest): Language {
  const chosen = request.cookies[languageCookie];
  return isLanguage(chosen)
    ? chosen
    : (acceptedLanguage(request.headers['accept-language']) ?? siteOf(request).language);
}

/** Language of an API call: the web sends the page's language in the header, a link to a file has it in its URL. */
export function callLanguage({ query, headers }: FastifyRequest): Language {
  const { language } = (query ?? {}) as { language?: string };
  return isLanguage(language) ? language : (acceptedLanguage(headers['accept-language']) ?? 'en');
}
