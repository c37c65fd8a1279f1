import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { BootData } from '#contract/boot.ts';
import { affiliatePages } from '#contract/boot.ts';
import { countries } from '#contract/fields/countries.ts';
import { anonymousId as anonymousIdSchema } from '#contract/fields/fields.ts';
import type { ExperimentStates } from '#contract/sign-up/experiments.ts';
import {
  allowsMeasuring,
  anonymousCookie,
  consentCookie,
  consentDays,
  type StorageConsent,
  storageConsent,
} from '#contract/sign-up/storage.ts';
import { countryOf, deviceOf, type Visit } from '../analytics/visit.ts';
import { lowestPrice } from '../catalog/lowest-price.ts';
import type { Catalog } from '../catalog/package-repository.ts';
import type { Clock } from '../clock.ts';
import { type Experiments, parseForced } from '../experiments/experiments.ts';
import type { Site } from '../sites.ts';
import { pageLanguage } from './language.ts';
import { siteOf } from './request-site.ts';

const forcedCookie = 'experiment';
const maxAgeSeconds = consentDays * 24 * 60 * 60;

export type VisitorOptions = {
  experiments: Experiments;
  clock: Clock;
  /** Texts by growth for these pages. */
  announced: () => Promise<Pick<BootData, 'banner' | 'offer'>>;
  readCatalog: () => Promise<Catalog>;
  secureCookies: boolean;
  /** `?experiment=key:treatment` works: never where real money is taken. */
  mayForce: boolean;
  sendsTexts: boolean;
  /** URL of the affiliate's tag; null if there is none. */
  affiliateUrl?: string | null | undefined;
  /** The neutral page of another site for the quick exit. */
  leaveAddress: string;
  googleMerchantId?: string | undefined;
  /** The app to which users continue; without it they stay here. */
  clientAppAt?: ((site: Site) => { name: string; url: string } | undefined) | undefined;
};

/** The affiliate's tag for a receipt; nothing for any other page. */
function affiliateOf(affiliateUrl: string | null, url: string): Pick<BootData, 'affiliate'> {
  const pathname = url.split('?')[0];
  if (affiliateUrl === null || !affiliatePages.some((page) => page === pathname)) return {};
  return { affiliate: { script: `${affiliateUrl}/sale.js`, pixel: `${affiliateUrl}/pixel.gif` } };
}

/** Omits experiments that are off. */
const withoutOff = (states: ExperimentStates): BootData['experiments'] =>
  Object.fromEntries(Object.entries(states).filter(([, state]) => state !== 'off'));

export function anonymousIdOf(request: FastifyRequest): string | null {
  const fromHeader = request.headers['x-anonymous-id'];
  const id = typeof fromHeader === 'string' ? fromHeader : request.cookies[anonymousCookie];
  return anonymousIdSchema.safeParse(id).data ?? null;
}

/** The visitor of a request, as far as pages and experiments need it; nothing personal. */
export function visitors(
  app: FastifyInstance,
  {
    experiments,
    clock,
    announced,
    readCatalog,
    secureCookies,
    mayForce,
    sendsTexts,
    affiliateUrl = null,
    leaveAddress,
    googleMerchantId,
    clientAppAt,
  }: VisitorOptions,
) {
  const cookie = { path: '/', sameSite: 'lax', secure: secureCookies, maxAge: maxAgeSeconds } as const;

  const consentOf = (request: FastifyRequest): StorageConsent =>
    storageConsent({
      answer: request.cookies[consentCookie],
      optsOut: request.headers['sec-gpc'] === '1',
      asksFirst: countries[siteOf(request).country].site?.asksBeforeStoring ?? false,
    });

  // Pages get an anonymous id where it may be stored and, where that is allowed, store forced experiments.
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.url !== '/app/*') return;
    if (!allowsMeasuring(consentOf(request))) {
      if (request.cookies[anonymousCookie] !== undefined) reply.clearCookie(anonymousCookie, cookie);
      delete request.cookies[anonymousCookie];
    } else if (anonymousIdOf(request) === null) {
      const id = randomUUID();
      request.cookies[anonymousCookie] = id;
      reply.setCookie(anonymousCookie, id, cookie);
    }
    const { experiment: requested } = request.query as { experiment?: unknown };
    if (!mayForce || typeof requested !== 'string') return;
    request.cookies[forcedCookie] = requested.slice(0, 500);
    reply.setCookie(forcedCookie, requested.slice(0, 500), { ...cookie, httpOnly: true });
  });

  const experimentsOf = (
    request: FastifyRequest,
    visitor: { country?: string | undefined; invited?: boolean } = {},
  ): Promise<ExperimentStates> =>
    experiments.statesFor(
      {
        anonymousId: anonymousIdOf(request),
        country: visitor.country ?? siteOf(request).country,
        invited: visitor.invited ?? request.headers['x-invite-token'] !== undefined,
      },
      mayForce ? parseForced(request.cookies[forcedCookie] ?? '') : {},
    );

  const bootFor = async (request: FastifyRequest): Promise<BootData> => {
    const site = siteOf(request);
    const { country } = site;
    const clientApp = clientAppAt?.(site);
    const consent = consentOf(request);
    const anonymousId = anonymousIdOf(request) ?? '';
    const affiliate = allowsMeasuring(consent) ? affiliateUrl : null;
    const [states, announcements, catalog] = await Promise.all([
      experimentsOf(request, { invited: request.url.startsWith('/app/join/invite') }),
      announced(),
      // Pages open without it, but then show no price.
      readCatalog().catch(() => null),
    ]);
    const fromPerMonth = catalog && lowestPrice(catalog, { country, experiments: states });
    const known = {
      language: pageLanguage(request),
      sentAt: clock.now().getTime(),
      siteCountry: country,
      countryCode: countries[country].callingCode,
      anonymousId,
      consent,
      experiments: withoutOff(states),
      ...announcements,
      leaveAddress,
      ...(fromPerMonth && { fromPerMonth }),
      ...(!sendsTexts && { noTexts: true as const }),
      ...(googleMerchantId && { googleMerchantId }),
      ...(clientApp && { app: clientApp }),
    };
    return { ...known, features: { affiliate: affiliate !== null }, ...affiliateOf(affiliate, request.url) };
  };

  const visitOf = (request: FastifyRequest): Visit => ({
    country: countryOf(request.headers['accept-language'] ?? '', siteOf(request).country),
    device: deviceOf(request.headers['user-agent'] ?? ''),
    language: pageLanguage(request),
  });

  return { experimentsOf, bootFor, visitOf };
}
