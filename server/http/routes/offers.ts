import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  checkPackageCountry,
  listAvailableCoupons,
  listPackages as listRoute,
  lookUpPricing as lookUpRoute,
} from '#contract/api/packages.ts';
import { calculatePrice } from '#contract/api/prices.ts';
import { readDiscountOffer as readDiscountOfferRoute } from '#contract/api/sign-up/discount-offers.ts';
import type { ExperimentStates } from '#contract/sign-up/experiments.ts';
import type { QuoteDependencies } from '../../checkout/quote-order.ts';
import type { Sellers } from '../../documents/sellers.ts';
import type { RecordExposures } from '../../experiments/record-exposures.ts';
import { inviteOffer } from '../../invites/invite-offer.ts';
import type { InviteDependencies } from '../../invites/open-invite.ts';
import { checkCountry, listPackages, lookUpPricing } from '../../sign-up/list-packages.ts';
import type { SignUpDependencies } from '../../sign-up/open-registration.ts';
import { availableCoupons, priceRegistration } from '../../sign-up/price-registration.ts';
import { readDiscountOffer } from '../../sign-up/read-discount-offer.ts';
import { bind } from '../bind.ts';
import { accessOf } from '../guards.ts';
import { anonymousIdOf } from '../visitor.ts';

export type ExperimentsOf = (
  request: FastifyRequest,
  visitor?: { country?: string | undefined; invited?: boolean },
) => Promise<ExperimentStates>;
export type OfferRoutesDependencies = SignUpDependencies &
  QuoteDependencies &
  InviteDependencies & { sellers: Sellers; experimentsOf: ExperimentsOf; recordExposures: RecordExposures };

/** A price request that contains codes counts as one attempt at them. */
export const codesTried = ({ paymentCodes }: { paymentCodes: readonly string[] }) => Math.min(paymentCodes.length, 1);

export function offerRoutes(app: FastifyInstance, dependencies: OfferRoutesDependencies): void {
  const { experimentsOf, recordExposures } = dependencies;
  const experimentsIn = (request: FastifyRequest) => (country: string) => experimentsOf(request, { country });
  /** The offer of an invite's family; null for anybody else. */
  const offerOf = async (token: string | undefined) =>
    token === undefined ? { priceList: null, coParentPackageId: null } : inviteOffer(dependencies, token);
  bind(app, lookUpRoute, ({ query, request }) =>
    lookUpPricing(dependencies, { query, context: { experimentsIn: experimentsIn(request), inviterPriceList: null } }),
  );
  bind(app, listRoute, async ({ query, headers, request, language }) => {
    const offer = await offerOf(headers['x-invite-token']);
    if ('refused' in offer) return offer;
    let assigned: Partial<ExperimentStates> = {};
    const noting = async (country: string) => {
      const states = await experimentsOf(request, { country });
      assigned = { 'uk-packages': states['uk-packages'] };
      return states;
    };
    const offers = await listPackages(dependencies, {
      query,
      context: { experimentsIn: noting, inviterPriceList: offer.priceList },
      language,
    });
    const anonymousId = anonymousIdOf(request);
    if (anonymousId !== null) await recordExposures({ anonymousId, states: assigned });
    return { ...offers, coParentPackageId: offer.coParentPackageId };
  });
  bind(app, readDiscountOfferRoute, ({ query }) => readDiscountOffer(dependencies, query));
  bind(app, listAvailableCoupons, (call) =>
    availableCoupons(dependencies, { access: accessOf(call), language: call.language }),
  );
  bind(app, checkPackageCountry, async ({ body, headers, request, language }) => {
    const offer = await offerOf(headers['x-invite-token']);
    if ('refused' in offer) return offer;
    const context = { experimentsIn: experimentsIn(request), inviterPriceList: offer.priceList };
    return checkCountry(dependencies, { body, context, language });
  });
  bind(
    app,
    calculatePrice,
    (call) =>
      priceRegistration(dependencies, {
        access: accessOf(call),
        body: call.body,
        language: call.language,
        experimentsIn: experimentsIn(call.request),
      }),
    { 'try-codes': { points: ({ body }) => codesTried(body) } },
  );
}
