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
import { inviteAccessOf as accessOf, setInviteCookie } from '../invite-browser.ts';
import { toPaymentResponse } from '../payment-response.ts';
import { anonymousIdOf } from '../visitor.ts';
import { provenEmail } from './address-codes.ts';
import { codesTried, type ExperimentsOf } from './offers.ts';

export type InviteRoutesDependencies = ContextDependencies & PayInviteDependencies & { experimentsOf: ExperimentsOf };

export function inviteRoutes(app: FastifyInstance, dependencies: InviteRoutesDependencies): void {
  const { experimentsOf } = dependencies;
  bind(app, readInvite, ({ headers, query, language, request }) =>
    readInviteContext(dependencies, { access: accessOf({ headers, request, ...query }), language }),
  );
  bind(app, openInvite, ({ headers, body, request }) =>
    beginInvite(dependencies, accessOf({ headers, request, ...body })),
  );
  bind(app, readParentRoute, ({ headers, params, request }) =>
    readInvitedParent(dependencies, accessOf({ headers, request, ...params })),
  );
  bind(app, updateParentRoute, async ({ headers, params, body, language, request, reply }) => {
    const saved = await updateInvitedParent(dependencies, {
      access: accessOf({ headers, request, ...params }),
      body,
      language,
      provenEmail: await provenEmail(request),
    });
    if ('refused' in saved) return saved;
    const { browserKey, ...answer } = saved;
    setInviteCookie({ request, reply }, { userId: params.userId, key: browserKey });
    return answer;
  });
  bind(
    app,
    priceRoute,
    ({ headers, body, language, request }) =>
      priceInvite(dependencies, {
        access: accessOf({ headers, request, userId: body.userId }),
        body,
        language,
        experimentsIn: (country) => experimentsOf(request, { country }),
      }),
    { 'try-codes': { points: ({ body }) => codesTried(body) } },
  );
  bind(app, payRoute, async (call) => {
    const { headers, body, language, request } = call;
    const access = accessOf({ headers, request, userId: body.userId });
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
  bind(app, readPaymentRoute, ({ headers, query: { userId, key = null }, language, request }) =>
    readInvitePayment(dependencies, { access: accessOf({ headers, request, userId }), key, language }),
  );
  bind(app, agreeRoute, ({ headers, body, language, request }) =>
    agreeToTerms(dependencies, { access: accessOf({ headers, request, ...body }), language }),
  );
  bind(app, optInRoute, ({ headers, body: { userId, value }, language, request }) =>
    optInToMarketing(dependencies, { access: accessOf({ headers, request, userId }), language, value }),
  );
  bind(app, flagRoute, ({ headers, body, language, request }) =>
    setCoParentFlag(dependencies, { access: accessOf({ headers, request, userId: body.userId }), language, body }),
  );
  bind(app, requestRoute, ({ headers }) => requestInvite(dependencies, { inviteToken: headers['x-invite-token'] }));
}
