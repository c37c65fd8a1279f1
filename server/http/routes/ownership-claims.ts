import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as routes from '#contract/api/ownership-claims.ts';
import { deviceOf } from '../../identity/device.ts';
import { findClaim } from '../../identity/ownership/claim-repository.ts';
import { decideClaim, startClaimWait } from '../../ownership/decide-claim.ts';
import { askClaimCode, openClaim, openClaimByLink } from '../../ownership/open-claim.ts';
import { type ClaimDependencies, proveClaim } from '../../ownership/prove-claim.ts';
import { viewClaim } from '../../ownership/view-claim.ts';
import { callerOf } from '../../rate-limits/network-address.ts';
import { refuse } from '../../refusal.ts';
import { bind } from '../bind.ts';
import { siteOf } from '../request-site.ts';
import { bearerToken } from '../request-token.ts';

const deviceIn = (request: FastifyRequest) => deviceOf(request.headers['user-agent']);

/** "This is my account", without a session. */
export function ownershipClaimRoutes(app: FastifyInstance, dependencies: ClaimDependencies): void {
  const { db, clock } = dependencies;
  const claimOf = async (headers: { authorization: string }) =>
    (await findClaim(db, { token: bearerToken(headers), at: clock.now() })) ?? refuse('TOKEN_INVALID');

  bind(app, routes.openOwnershipClaim, ({ body: typed, language, request }) =>
    openClaim(dependencies, { typed, language, device: deviceIn(request), network: callerOf(request.ip).address }),
  );
  bind(app, routes.openOwnershipClaimByLink, ({ headers, language, request }) =>
    openClaimByLink(dependencies, { secret: bearerToken(headers), language, device: deviceIn(request) }),
  );
  bind(app, routes.readOwnershipClaim, async ({ headers }) => {
    const claim = await claimOf(headers);
    return 'refused' in claim ? claim : viewClaim(dependencies, claim);
  });
  bind(app, routes.askOwnershipCode, async ({ headers, body, request }) => {
    const claim = await claimOf(headers);
    const network = callerOf(request.ip).address;
    return 'refused' in claim ? claim : askClaimCode(dependencies, { claim, network, ...body });
  });
  bind(app, routes.proveOwnership, async ({ headers, body, request }) => {
    const claim = await claimOf(headers);
    if ('refused' in claim) return claim;
    const proof = body.kind === 'PASSKEY' ? { ...body, site: siteOf(request) } : body;
    const proved = await proveClaim(dependencies, { claim, proof });
    return 'refused' in proved ? proved : viewClaim(dependencies, proved);
  });
  bind(app, routes.startOwnershipWait, async ({ headers }) => {
    const claim = await claimOf(headers);
    if ('refused' in claim) return claim;
    const wait = await startClaimWait(dependencies, claim);
    return 'refused' in wait ? wait : { waitUntil: wait.until.toISOString() };
  });
  bind(app, routes.decideOwnershipClaim, async ({ headers, body }) => {
    const claim = await claimOf(headers);
    return 'refused' in claim ? claim : decideClaim(dependencies, { claim, ...body });
  });
}
