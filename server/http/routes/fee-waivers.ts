import type { FastifyInstance } from 'fastify';
import {
  askFeeWaiverAsInvited as askAsInvitedRoute,
  askFeeWaiverAsParent as askAsParentRoute,
  askFeeWaiver as askRoute,
  readCourt,
} from '#contract/api/fee-waivers.ts';
import { requestFeeWaiverAsInvited } from '../../invites/request-fee-waiver.ts';
import { requestFeeWaiverAsParent } from '../../plans/request-fee-waiver.ts';
import { findCourtLink } from '../../pricing/court-link-repository.ts';
import { requestFeeWaiver } from '../../sign-up/request-fee-waiver.ts';
import { bind } from '../bind.ts';
import { accessOf } from '../guards.ts';
import { inviteAccessOf } from '../invite-browser.ts';
import type { OfferRoutesDependencies } from './offers.ts';

/** Fee-waiver requests of parents who are about to pay or whose plan ends. */
export function feeWaiverRoutes(app: FastifyInstance, dependencies: OfferRoutesDependencies): void {
  const { experimentsOf } = dependencies;
  bind(app, askRoute, (call) =>
    requestFeeWaiver(dependencies, {
      access: accessOf(call),
      body: call.body,
      experimentsIn: (country) => experimentsOf(call.request, { country }),
    }),
  );
  bind(app, askAsParentRoute, ({ session: { user }, body }) => requestFeeWaiverAsParent(dependencies, { user, body }));
  bind(app, readCourt, async ({ params }) => ({
    name: (await findCourtLink(dependencies.db, params.key))?.name ?? null,
  }));
  bind(app, askAsInvitedRoute, ({ headers, body, request }) =>
    requestFeeWaiverAsInvited(dependencies, {
      access: inviteAccessOf({ headers, request, userId: body.userId }),
      body,
      experimentsIn: (country) => experimentsOf(request, { country, invited: true }),
    }),
  );
}
