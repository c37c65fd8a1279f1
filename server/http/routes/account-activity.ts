import type { FastifyInstance } from 'fastify';
import { listAccountActivity, proveIdentity } from '#contract/api/account-activity.ts';
import type { ReadList } from '../../db/replica.ts';
import { type Activity, listActivity } from '../../identity/activity.ts';
import { deviceNames } from '../../identity/device.ts';
import { readStandings, type Standings } from '../../identity/ownership/standing.ts';
import { proveByPasskey, proveByPassword } from '../../identity/prove-identity.ts';
import { tooMany } from '../../rate-limits/rate-limiter.ts';
import { bind } from '../bind.ts';
import { forgiveCodes, secondFactorSubjects } from '../known-device.ts';
import { siteOf } from '../request-site.ts';
import type { SignInDependencies } from './sign-in.ts';

const pageSize = 50;

function activityView({ device, at, proofs, undoneAt, ...one }: Activity, open: ReturnType<Standings['openOf']>) {
  return {
    ...one,
    ...deviceNames(device),
    at: at.toISOString(),
    proofs: proofs && proofs.map(({ kind }) => kind),
    contestableUntil: open?.until.toISOString() ?? null,
    contestableBy: open?.by ?? null,
    undoneAt: undoneAt?.toISOString() ?? null,
  };
}

/** The changes to the user's account, and the fresh proof required before the most sensitive ones. */
export function accountActivityRoutes(
  app: FastifyInstance,
  dependencies: SignInDependencies & { readList: ReadList },
): void {
  bind(app, listAccountActivity, async ({ session: { user, wroteAt }, query: { before } }) => {
    const [found, { openOf }] = await dependencies.readList(wroteAt, (from) =>
      Promise.all([
        listActivity(from, { userId: user.id, before, limit: pageSize + 1 }),
        readStandings(from, { userId: user.id, at: dependencies.clock.now() }),
      ]),
    );
    const activity = found.slice(0, pageSize).map((one) => activityView(one, openOf(one.id)));
    return { activity, more: found.length > pageSize };
  });
  bind(app, proveIdentity, async ({ session, body, request }) => {
    if ('passkey' in body)
      return proveByPasskey(dependencies, { session, response: body.passkey, site: siteOf(request) });
    const { rateLimiter } = dependencies;
    const tries = await secondFactorSubjects(request, session.user.id);
    const mayTryCode = async () => tooMany(await rateLimiter.attempt('second-factor', tries));
    const proved = await proveByPassword({ ...dependencies, mayTryCode }, { session, ...body });
    if (body.code !== undefined && !('refused' in proved)) await forgiveCodes(rateLimiter, tries);
    return proved;
  });
}
