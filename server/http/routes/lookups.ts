import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import {
  listCountries,
  listPhoneCountryCodes,
  listProfessionalOptions,
  listReferrals,
  listRegions,
  listSecurityQuestions,
  listTimezones,
  resolvePlace,
  suggestPlaces,
} from '#contract/api/lookups.ts';
import type { PlacesPort } from '../../gateways/places/port.ts';
import type { Lookups } from '../../lookups/lookups.ts';
import { refuse } from '../../refusal.ts';
import { bind } from '../bind.ts';
import { cacheByContent } from '../pages/cache-by-content.ts';

/** Fresh for a day, usable for a month while it is revalidated: the lists change only with a release. */
const longCache = 'public, max-age=86400, stale-while-revalidate=2592000';

function dataRoutes(app: FastifyInstance, lookups: Lookups): void {
  cacheByContent(app, { 'cache-control': longCache, vary: 'accept-language' });
  bind(app, listCountries, async ({ language }) => ({ countries: lookups.countries(language) }));
  bind(app, listRegions, async ({ params, language }) => {
    return lookups.regionLookup({ country: params.country, language }) ?? refuse('NOT_FOUND');
  });
  bind(app, listTimezones, async ({ params, query, language }) => {
    if (!lookups.isCountry(params.country)) return refuse('NOT_FOUND');
    return { timezones: lookups.timezones({ country: params.country, region: query.region, language }) };
  });
  bind(app, listPhoneCountryCodes, async ({ language }) => ({
    phoneCountryCodes: lookups.phoneCountryCodes(language),
  }));
  bind(app, listReferrals, async ({ language }) => ({ referrals: lookups.referrals(language) }));
  bind(app, listSecurityQuestions, async ({ language }) => ({
    securityQuestions: lookups.securityQuestions(language),
  }));
  bind(app, listProfessionalOptions, async ({ language }) => lookups.professionalOptions(language));
}

function placeRoutes(app: FastifyInstance, places: PlacesPort): void {
  app.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });
  bind(app, suggestPlaces, async ({ body, language }) => ({
    suggestions: await places.suggest({ ...body, language }),
  }));
  bind(app, resolvePlace, async ({ body, language }) => ({ place: await places.resolve({ ...body, language }) }));
}

/** The look-up calls. Lists may be cached by anybody, per language; places may not. */
export function lookupRoutes({ lookups, places }: { lookups: Lookups; places: PlacesPort }): FastifyPluginAsync {
  return async (app) => {
    await app.register(async (scope) => dataRoutes(scope, lookups));
    await app.register(async (scope) => placeRoutes(scope, places));
  };
}
