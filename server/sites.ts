import * as z from 'zod';
import { countries, countriesWhere, type ServedCountry, servedCountries } from '#contract/fields/countries.ts';
import { type Language, languages } from '#contract/fields/languages.ts';

/**
 * One site of the deployment. Rows refer to it by country, so that it can move to another host. `language`: for
 * visitors who requested none of ours. `passkeyDomain`: the RP ID of its passkeys.
 */
export type Site = { origin: string; country: ServedCountry; language: Language; passkeyDomain: string };

/** A row that belongs to a site: a user, or a sign-up that has not created one yet. */
export type OfSite = { siteCountry: string | null };

export type Sites = {
  /** The site at PUBLIC_URL. */
  main: Site;
  all: readonly Site[];
  /** A row's site; the main site if its country no longer has one, or if it predates multiple sites. */
  of: (person: OfSite) => Site;
  /** The site of a `Host` header; null if there is none. A single site answers at every host. */
  at: (host: string) => Site | null;
};

/** The only function that builds our URLs: always with a configured origin, never with a host from a request. */
export const addressAt = ({ origin }: Pick<Site, 'origin'>, path: `/${string}`): URL => new URL(origin + path);

/**
 * The site on which a stored passkey works; null if it works here. A passkey without a domain belongs to the main site.
 */
export function otherPasskeySite(
  { all, main }: Sites,
  { domain, here }: { domain: string | null; here: Site },
): Site | null {
  const madeFor = domain ?? main.passkeyDomain;
  return madeFor === here.passkeyDomain ? null : (all.find(({ passkeyDomain }) => passkeyDomain === madeFor) ?? main);
}

/** A site's country by the ending of its host name; US for any other (specification 1). */
export function siteCountryOf(hostname: string): ServedCountry {
  const endsAs = (country: ServedCountry) => {
    const ending = countries[country].site?.hostEnding ?? '';
    return ending !== '' && hostname.endsWith(ending);
  };
  return servedCountries.find(endsAs) ?? 'US';
}

const entry = z.tuple([
  z.string().regex(/^[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::\d{1,5})?$/),
  z.enum(servedCountries).optional(),
  z.enum(languages).optional(),
]);
type Entry = z.output<typeof entry>;

const howToWrite =
  'write each site as its host, followed by country and language if the host does not imply them: www.site.co.uk, mx.site.com MX es';

/** Comma-separated hosts, each with its site's country and language if the host does not imply them. */
const otherSites = z
  .string()
  .default('')
  .transform((text, context): Entry[] => {
    const entries = text.split(',').map((part) => part.trim());
    return entries.flatMap((part, index) => {
      if (part === '') return [];
      const parsed = entry.safeParse(part.split(/\s+/));
      if (parsed.success) return [parsed.data];
      context.addIssue(`entry ${index + 1} is not a site; ${howToWrite}`);
      return [];
    });
  });

/** Environment variables that define the sites. */
export const siteVariables = {
  PUBLIC_URL: z.url().default('http://localhost:3000'),
  /** Country of the site at PUBLIC_URL, if the ending of its host does not imply it. */
  SITE_COUNTRY: z.enum(countriesWhere(({ site }) => site !== null)).optional(),
  /** Further sites of this deployment, with the scheme of PUBLIC_URL. */
  OTHER_SITES: otherSites,
  /** RP ID of the passkeys of the sites at or below this domain; any other site uses its own host. */
  PASSKEY_DOMAIN: z
    .string()
    .regex(/^[a-z0-9.-]+$/)
    .optional(),
};
type Variables = z.output<z.ZodObject<typeof siteVariables>>;

/** Whether a browser lets pages of this host use passkeys of that domain (WebAuthn 2, 13.4.9). */
const mayUse = (rpId: string, hostname: string): boolean =>
  hostname === rpId || (rpId.includes('.') && hostname.endsWith(`.${rpId}`));

function listOf({ PUBLIC_URL, SITE_COUNTRY, OTHER_SITES, PASSKEY_DOMAIN: rpId }: Variables): [Site, ...Site[]] {
  const { protocol, host: mainHost } = new URL(PUBLIC_URL);
  const siteAt = ([host, country, language = 'en']: Entry): Site => {
    const { origin, hostname } = new URL(`${protocol}//${host}`);
    const passkeyDomain = rpId !== undefined && mayUse(rpId, hostname) ? rpId : hostname;
    return { origin, country: country ?? siteCountryOf(hostname), language, passkeyDomain };
  };
  return [siteAt([mainHost, SITE_COUNTRY]), ...OTHER_SITES.map(siteAt)];
}

/** Whether a `Host` header matches an origin, ignoring case and the default port. */
export function hostNames(origin: string): (host: string) => boolean {
  const { protocol, host: own } = new URL(origin);
  const defaultPort = protocol === 'https:' ? /:443$/ : /:80$/;
  return (host) => host.toLowerCase().replace(defaultPort, '') === own;
}

const twice = <Value>(values: readonly Value[]): Value | undefined =>
  values.find((value, index) => values.indexOf(value) !== index);

/** Why these sites cannot be configured together, and how to fix it; null if they can. */
export function siteProblem(variables: Variables): string | null {
  const list = listOf(variables);
  const { PASSKEY_DOMAIN: rpId } = variables;
  if (rpId !== undefined && list[0].passkeyDomain !== rpId)
    return 'PASSKEY_DOMAIN must be the host of PUBLIC_URL or a parent domain of it';
  // Cookies ignore ports, so two sites on one host name would share them.
  if (twice(list.map(({ origin }) => new URL(origin).hostname)) !== undefined)
    return 'OTHER_SITES: each site needs its own host name, different from that of PUBLIC_URL; a different port is not enough';
  const country = twice(list.map((site) => site.country));
  if (country === undefined) return null;
  return `OTHER_SITES: two sites have the country ${country}, but rows refer to sites by country; ${howToWrite}`;
}

/** The sites by country and by host. */
export function sitesOf(variables: Variables): Sites {
  const all = listOf(variables);
  const [main] = all;
  const byCountry = new Map<string | null, Site>(all.map((site) => [site.country, site]));
  const byHost = all.map((site) => ({ site, names: hostNames(site.origin) }));
  const named = (host: string) => byHost.find(({ names }) => names(host))?.site ?? null;
  return {
    main,
    all,
    of: ({ siteCountry }) => byCountry.get(siteCountry) ?? main,
    at: all.length === 1 ? () => main : named,
  };
}
