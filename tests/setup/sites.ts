import type { FastifyInstance, InjectOptions } from 'fastify';
import { sitesOf, siteVariables } from '#server/sites.ts';
import * as z from 'zod';

const variables = z.object(siteVariables);

/** The table of sites as a configuration has it. */
export const testSites = (environment: z.input<typeof variables>) => sitesOf(variables.parse(environment));

/** Three sites of one deployment: of the United States, of the United Kingdom, and a Mexican one in Spanish. */
export const main = 'http://localhost:3000';
export const british = 'http://uk.localhost:3000';
export const mexican = 'http://mx.localhost:3000';
export const threeSites = {
  PUBLIC_URL: main,
  OTHER_SITES: 'uk.localhost:3000 GB, mx.localhost:3000 MX es',
};

/** The app as somebody asks it at one site: whatever a test sends as if from the main site comes from there. */
export function appAt(app: FastifyInstance, origin: string): FastifyInstance {
  const { host } = new URL(origin);
  const inject = (asked: InjectOptions | string) => {
    const options = typeof asked === 'string' ? { url: asked } : asked;
    const own = options.headers?.['origin'] === undefined ? {} : { origin };
    return app.inject({ ...options, headers: { ...options.headers, host, ...own } });
  };
  return { inject } as unknown as FastifyInstance;
}
