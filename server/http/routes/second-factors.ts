import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  addPasskey as addPasskeyRoute,
  beginPasskey as beginPasskeyRoute,
  beginTotp,
  confirmTotp as confirmTotpRoute,
  readFactorReset,
  readSecondFactors,
  remakeRecoveryCodes as remakeRoute,
  removePasskey as removePasskeyRoute,
  removeTotp as removeTotpRoute,
  renamePasskey as renameRoute,
  stopFactorResetByLink,
  stopOwnFactorReset,
} from '#contract/api/second-factors.ts';
import { deviceOf } from '../../identity/device.ts';
import { isYoungerThanDispute } from '../../identity/ownership/history.ts';
import { readStandings, type Standing } from '../../identity/ownership/standing.ts';
import { openReset, resetOfLink, stopFactorReset } from '../../identity/second-factor/factor-reset.ts';
import { readFactors } from '../../identity/second-factor/factors.ts';
import {
  addPasskey,
  addTotp,
  beginPasskey,
  confirmTotp,
  type Owner,
  remakeRecoveryCodes,
  removePasskey,
  removeTotp,
  renamePasskey,
} from '../../identity/second-factor/manage-factors.ts';
import type { Session } from '../../identity/session-repository.ts';
import { refuse } from '../../refusal.ts';
import { otherPasskeySite } from '../../sites.ts';
import { bind } from '../bind.ts';
import { siteOf } from '../request-site.ts';
import { bearerToken } from '../request-token.ts';
import type { SignInDependencies } from './sign-in.ts';

const deviceIn = (request: FastifyRequest) => deviceOf(request.headers['user-agent']);
const viewOf = (standing: Standing | null) =>
  standing && {
    proofs: standing.proofs,
    contestableUntil: instant(standing.until),
    contestableBy: standing.by,
  };
const instant = (at: Date | null | undefined) => at?.toISOString() ?? null;

/** The user's own second factors. The rows of changes to them require a fresh proof. */
export function secondFactorRoutes(app: FastifyInstance, dependencies: SignInDependencies): void {
  const { db, rateLimiter, sites } = dependencies;
  bind(app, readSecondFactors, async ({ session: { user }, request }) => {
    const [{ totp, passkeys, recoveryCodesLeft, recoveryCodesAt }, { standingOf }] = await Promise.all([
      readFactors(db, user.id),
      readStandings(db, { userId: user.id, at: dependencies.clock.now() }),
    ]);
    return {
      required: dependencies.requiresFactor(user.role),
      totp: totp && { addedAt: totp.addedAt.toISOString(), standing: viewOf(standingOf('FACTORS', totp.addedAt)) },
      passkeys: passkeys.map(({ id, name, domain, addedAt, usedAt }) => {
        const elsewhere = otherPasskeySite(sites, { domain, here: siteOf(request) });
        const worksAt = elsewhere && new URL(elsewhere.origin).host;
        const standing = viewOf(standingOf('FACTORS', addedAt));
        return { id, name, worksAt, addedAt: addedAt.toISOString(), usedAt: instant(usedAt), standing };
      }),
      recoveryCodesLeft,
      passwordStanding: viewOf(standingOf('PASSWORD')),
      recoveryCodesStanding: recoveryCodesAt && viewOf(standingOf('FACTORS', recoveryCodesAt)),
    };
  });
  bind(app, beginTotp, ({ session: { user } }) => addTotp(dependencies, { user }));
  bind(app, confirmTotpRoute, async ({ session, body, request }) => {
    const added = await confirmTotp(dependencies, { ...ownerOf({ session, request }), code: body.code });
    if (!('refused' in added)) await rateLimiter.forgive('second-factor', 'account', session.user.id);
    return added;
  });
  bind(app, removeTotpRoute, (call) => removeTotp(dependencies, ownerOf(call)));
  bind(app, remakeRoute, (call) => remakeRecoveryCodes(dependencies, ownerOf(call)));
  passkeyRoutes(app, dependencies);
  factorResetRoutes(app, dependencies);
}

const ownerOf = ({ session, request }: { session: Session; request: FastifyRequest }): Owner => ({
  user: session.user,
  session,
  device: deviceIn(request),
  proofs: session.proofs,
});

function passkeyRoutes(app: FastifyInstance, dependencies: SignInDependencies): void {
  bind(app, beginPasskeyRoute, async ({ session: { user }, request }) => {
    const registration = await beginPasskey(dependencies, { user, site: siteOf(request) });
    return 'refused' in registration ? registration : { options: { ...registration.options } };
  });
  bind(app, addPasskeyRoute, ({ session, body, request }) =>
    addPasskey(dependencies, { ...ownerOf({ session, request }), site: siteOf(request), ...body }),
  );
  bind(app, renameRoute, ({ session: { user }, params, body }) =>
    renamePasskey(dependencies, { userId: user.id, id: params.passkeyId, name: body.name }),
  );
  bind(app, removePasskeyRoute, ({ session, params, request }) =>
    removePasskey(dependencies, { ...ownerOf({ session, request }), id: params.passkeyId }),
  );
}

/**
 * A link, or a session not younger than what is in dispute, stops a removal; that needs no proof, because it changes
 * nothing.
 */
function factorResetRoutes(app: FastifyInstance, dependencies: SignInDependencies): void {
  const { db } = dependencies;
  bind(app, readFactorReset, async ({ session: { user } }) => ({
    resetAt: instant((await openReset(db, user.id))?.dueAt),
  }));
  bind(app, stopOwnFactorReset, async ({ session: { user, openedAt, proofs }, request }) => {
    const at = dependencies.clock.now();
    const factorSince = proofs.FACTOR?.since ? new Date(proofs.FACTOR.since) : null;
    if (await isYoungerThanDispute(db, { userId: user.id, openedAt, factorSince, at }))
      return refuse('OLDER_PROOF_NEEDED');
    const reset = await openReset(db, user.id);
    return reset ? stopFactorReset(dependencies, { reset, device: deviceIn(request) }) : { state: 'STOPPED' as const };
  });
  bind(app, stopFactorResetByLink, async ({ headers, request }) => {
    const reset = await resetOfLink(db, bearerToken(headers));
    return reset ? stopFactorReset(dependencies, { reset, device: deviceIn(request) }) : refuse('TOKEN_INVALID');
  });
}
