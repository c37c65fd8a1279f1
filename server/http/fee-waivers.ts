import type { FastifyInstance } from 'fastify';
import { askFeeWaiver as askRoute, askFeeWaiverAsInvited as askAsInvitedRoute } from '#contract/api/fee-waivers.ts';
import { askFeeWaiverAsInvited } from '../invites/ask-fee-waiver.ts';
import { askFeeWaiver } from '../sign-up/ask-fee-waiver.ts';
import { bind } from './bind.ts';
import { accessOf } from './guards.ts';
import type { OfferRoutesDependencies } from './offers.ts';

/** Years without charge, asked for by parents who are about to pay. */
export function feeWaiverRoutes(app: FastifyInstance, dependencies: OfferRoutesDependencies): void {
  const { experimentsOf } = dependencies;
  bind(app, askRoute, (call) =>
    askFeeWaiver(dependencies, {
      access: accessOf(call),
      body: call.body,
      experimentsIn: (country) => experimentsOf(call.request, { country }),
    }),
  );
  bind(app, askAsInvitedRoute, ({ headers, body, request }) =>
    askFeeWaiverAsInvited(dependencies, {
      access: { inviteToken: headers['x-invite-token'], userId: body.userId },
      body,
      experimentsIn: (country) => experimentsOf(request, { country, invited: true }),
    }),
  );
}
