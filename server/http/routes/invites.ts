import type { FastifyInstance } from 'fastify';
import {
  agreeToTerms as agreeRoute,
  setCoParentFlag as flagRoute,
  openInvite,
  optInToMarketing as optInRoute,
  payInvite as payRoute,
  priceInvite as priceRoute,
  readInvite,
  readInvitedParent as readParentRoute,
  readInvitePayment as readPaymentRoute,
  requestInvite as requestRoute,
  updateInvitedParent as updateParentRoute,
} from '#contract/api/invites/invites.ts';
import { beginInvite, type ContextDependencies, readInviteContext } from '../../invites/invite-context.ts';
import type { InviteAccess } from '../../invites/open-invite.ts';
import {
  invitePaymentResult,
  type PayInviteDependencies,
  payInvite,
  readInvitePayment,
} from '../../invites/pay-invite.ts';
import { priceInvite } from '../../invites/price-invite.ts';
import { agreeToTerms, optInToMarketing, setCoParentFlag } from '../../invites/record-consents.ts';
import { requestInvite } from '../../invites/request-invite.ts';
import { readInvitedParent, updateInvitedParent } from '../../invites/update-parent.ts';
import { bind } from '../bind.ts';
import { toPaymentResponse } from '../payment-response.ts';
import { anonymousIdOf } from '../visitor.ts';
import { provenEmail } from './address-codes.ts';
import { codesTried, type ExperimentsOf } from './offers.ts';

export type InviteRoutesDependencies = ContextDependencies & PayInviteDependencies & { experimentsOf: ExperimentsOf };

/** Token from the header, and the id that must be its owner's. */
function accessOf(headers: { 'x-invite-token': string }, { userId }: { userId: string }): InviteAccess {
  return { inviteToken: headers['x-invite-token'], userId };
}

export function inviteRoutes(app: FastifyInstance, dependencies: InviteRoutesDependencies): void {
  const { experimentsOf } = dependencies;
  bind(app, readInvite, ({ headers, query, language }) =>
    readInviteContext(dependencies, { access: accessOf(headers, query), language }),
  );
  bind(app, openInvite, ({ headers, body }) => beginInvite(dependencies, accessOf(headers, body)));
  bind(app, readParentRoute, ({ headers, params }) => readInvitedParent(dependencies, accessOf(headers, params)));
  bind(app, updateParentRoute, async ({ headers, params, body, language, request }) =>
    updateInvitedParent(dependencies, {
      access: accessOf(headers, params),
      body,
      language,
      provenEmail: await provenEmail(request),
    }),
  );
  bind(
    app,
    priceRoute,
    ({ headers, body, language, request }) =>
      priceInvite(dependencies, {
        access: accessOf(headers, body),
        body,
        language,
        experimentsIn: (country) => experimentsOf(request, { country }),
      }),
    { 'try-codes': { points: ({ body }) => codesTried(body) } },
  );
  bind(app, payRoute, async (call) => {
    const { headers, body, language, request } = call;
    const access = accessOf(headers, body);
    const attempt = await payInvite(dependencies, {
      access,
      idempotencyKey: headers['idempotency-key'],
      body,
      language,
      experimentsIn: (country) => experimentsOf(request, { country }),
      anonymousId: anonymousIdOf(request),
    });
    return toPaymentResponse(call, {
      attempt,
      resultOf: (started) => invitePaymentResult(dependencies, { attempt: started, access, language }),
    });
  });
  bind(app, readPaymentRoute, ({ headers, query, language }) =>
    readInvitePayment(dependencies, { access: accessOf(headers, query), key: query.key ?? null, language }),
  );
  bind(app, agreeRoute, ({ headers, body, language }) =>
    agreeToTerms(dependencies, { access: accessOf(headers, body), language }),
  );
  bind(app, optInRoute, ({ headers, body, language }) =>
    optInToMarketing(dependencies, { access: accessOf(headers, body), language, value: body.value }),
  );
  bind(app, flagRoute, ({ headers, body, language }) =>
    setCoParentFlag(dependencies, { access: accessOf(headers, body), language, body }),
  );
  bind(app, requestRoute, ({ headers }) => requestInvite(dependencies, { inviteToken: headers['x-invite-token'] }));
}
