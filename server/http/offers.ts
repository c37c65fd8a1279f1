import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readDiscountOffer as readDiscountOfferRoute } from '#contract/api/discount-offers.ts';
import {
  checkPackageCountry,
  listAvailableCoupons,
  listPackages as listRoute,
  lookUpPricing as lookUpRoute,
} from '#contract/api/packages.ts';
import { calculatePrice } from '#contract/api/prices.ts';
import type { ExperimentStates } from '#contract/experiments.ts';
import type { QuoteDependencies } from '../checkout/quote-order.ts';
import { inviteOffer } from '../invites/invite-offer.ts';
import type { InviteDependencies } from '../invites/open-invite.ts';
import type { SignUpDependencies } from '../sign-up/open-registration.ts';
import { checkCountry, listPackages, lookUpPricing } from '../sign-up/list-packages.ts';
import { readDiscountOffer } from '../sign-up/read-discount-offer.ts';
import { availableCoupons, priceRegistration } from '../sign-up/price-registration.ts';
import { bind, bindBehind } from './bind.ts';
import { registrationGuard } from './guards.ts';
import { accessOf } from './registrations.ts';

export type ExperimentsOf = (
  request: FastifyRequest,
  visitor?: { country?: string | undefined; invited?: boolean },
) => Promise<ExperimentStates>;
export type OfferRoutesDependencies = SignUpDependencies & QuoteDependencies & InviteDependencies & { experimentsOf: ExperimentsOf };

export function offerRoutes(app: FastifyInstance, dependencies: OfferRoutesDependencies): void {
  const { experimentsOf } = dependencies;
  const bindOwn = bindBehind(registrationGuard(dependencies));
  const contextOf = async (request: FastifyRequest, country: string | undefined) => ({
    experiments: await experimentsOf(request, { country }),
    inviterPriceList: null,
  });
  bind(app, lookUpRoute, async ({ query, request }) =>
    lookUpPricing(dependencies, { query, context: await contextOf(request, query.country) }),
  );
  bind(app, listRoute, async ({ query, headers, request, language }) => {
    const token = headers['x-invite-token'];
    const offer = token === undefined ? null : await inviteOffer(dependencies, token);
    if (offer && 'refused' in offer) return offer;
    const context = { ...(await contextOf(request, query.country)), inviterPriceList: offer?.priceList ?? null };
    const offers = await listPackages(dependencies, { query, context, language });
    return { ...offers, coParentPackageId: offer?.coParentPackageId ?? null };
  });
  bind(app, readDiscountOfferRoute, ({ query }) => readDiscountOffer(dependencies, query));
  bindOwn(app, listAvailableCoupons, (call) => availableCoupons(dependencies, { access: accessOf(call), language: call.language }));
  bind(app, checkPackageCountry, async ({ body, request }) =>
    checkCountry(dependencies, { body, experiments: await experimentsOf(request, { country: body.countryCriteria.country }) }),
  );
  bindOwn(app, calculatePrice, async (call) =>
    priceRegistration(dependencies, {
      access: accessOf(call),
      body: call.body,
      language: call.language,
      experiments: await experimentsOf(call.request, { country: call.body.address?.country }),
    }),
  );
}
