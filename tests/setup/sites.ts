import type { FastifyInstance, InjectOptions } from 'fastify';
import { expect } from 'vitest';
import * as z from 'zod';
import { sitesOf, siteVariables } from '#server/sites.ts';
import { eventually, mailsTo } from './sandbox.ts';
import type { TestSite } from './site.ts';

const variables = z.object(siteVariables);

/** The table of sites, as configured. */
export const testSites = (environment: z.input<typeof variables>) => sitesOf(variables.parse(environment));

/** Three sites of one deployment: United States, United Kingdom, and a Mexican one in Spanish. */
export const main = 'http://localhost:3000';
export const british = 'http://uk.localhost:3000';
export const mexican = 'http://mx.localhost:3000';
export const threeSites = {
  PUBLIC_URL: main,
  OTHER_SITES: 'uk.localhost:3000 GB, mx.localhost:3000 MX es',
};

/** The app as seen from one site: requests addressed to the main site are readdressed to it. */
export function appAt(app: FastifyInstance, origin: string): FastifyInstance {
  const { host } = new URL(origin);
  const inject = (request: InjectOptions | string) => {
    const options = typeof request === 'string' ? { url: request } : request;
    const siteHeaders = options.headers?.['origin'] === undefined ? {} : { origin };
    return app.inject({ ...options, headers: { ...options.headers, host, ...siteHeaders } });
  };
  return { inject } as unknown as FastifyInstance;
}

/** Where the links of all mails to an address lead. */
export async function leadTo(site: TestSite, email: string, count: number): Promise<string[]> {
  const mails = await eventually(
    () => mailsTo(site.sandboxUrl, email),
    (seen) => seen.length >= count,
  );
  return [...new Set(mails.flatMap(({ links, text }) => [...links, ...(text.match(/https?:\/\/[^\s)]+/g) ?? [])]))].map(
    (link) => new URL(link).origin,
  );
}
export const alone = (origin: string) => (origins: string[]) =>
  expect([origin, new Set(origins)]).toEqual([origin, new Set([origin])]);
