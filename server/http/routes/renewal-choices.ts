import type { FastifyInstance } from 'fastify';
import { payWithCode as payWithCodeRoute, priceCode } from '#contract/api/plan-codes.ts';
import {
  chooseRenewal as chooseRoute,
  coverCoParent as coverRoute,
  declineCover as declineRoute,
  listRenewalChoices as listRoute,
  priceRenewalChoice,
} from '#contract/api/renewal-choices.ts';
import { tryRenewal } from '#contract/api/renewals.ts';
import { chooseRenewal, quoteChoice } from '../../plans/choices/choose-renewal.ts';
import { listRenewalChoices, renewalPlanOf } from '../../plans/choices/list-renewal-choices.ts';
import { coverCoParent, declineCover } from '../../plans/covers/cover-co-parent.ts';
import { payWithOwnCode, priceOwnCode } from '../../plans/own-code.ts';
import { tryRenewalNow } from '../../plans/try-renewal-now.ts';
import { presentQuote } from '../../pricing/quote.ts';
import { bind } from '../bind.ts';
import type { AccountPaymentRoutesDependencies } from './account-payments.ts';

/** What a subscription renews to, a try of a declined renewal, and a code in its place. */
export function renewalChoiceRoutes(app: FastifyInstance, dependencies: AccountPaymentRoutesDependencies): void {
  const { experimentsOf } = dependencies;
  bind(app, tryRenewal, ({ session: { user }, params }) => tryRenewalNow(dependencies, { ...params, userId: user.id }));
  bind(app, priceCode, ({ session: { user }, body, language }) =>
    priceOwnCode(dependencies, { user, language, ...body }),
  );
  bind(app, payWithCodeRoute, ({ session: { user }, body, language }) =>
    payWithOwnCode(dependencies, { user, language, ...body }),
  );
  bind(app, listRoute, async ({ session: { user }, params, language, request }) =>
    listRenewalChoices(dependencies, { user, ...params, language, experiments: await experimentsOf(request) }),
  );
  bind(app, priceRenewalChoice, async ({ session: { user }, params, body, language, request }) => {
    const experiments = await experimentsOf(request);
    const priced = await quoteChoice(dependencies, { user, ...params, ...body, language, experiments });
    if ('refused' in priced) return priced;
    const plan = renewalPlanOf(priced.context, { quoted: priced.quoted, language });
    return { quote: presentQuote(priced.quoted.quote, { language }), plan };
  });
  bind(app, coverRoute, ({ session: { user }, params, body, language }) =>
    coverCoParent(dependencies, { user, ...params, ...body, language }),
  );
  bind(app, declineRoute, ({ session: { user } }) => declineCover(dependencies, { userId: user.id }));
  bind(app, chooseRoute, async ({ session: { user }, params, body, language, request }) => {
    const experiments = await experimentsOf(request);
    const chosen = await chooseRenewal(dependencies, { user, ...params, ...body, language, experiments });
    if ('refused' in chosen) return chosen;
    return { plan: renewalPlanOf(chosen.context, { quoted: chosen.quoted, language }) };
  });
}
