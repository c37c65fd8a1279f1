import type { FastifyInstance } from 'fastify';
import { tryMailAgain } from '#contract/api/returned-mail.ts';
import { changeReach, readReach as readRoute } from '#contract/api/reach.ts';
import { changeOwn } from '../account/change-own.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/pool.ts';
import { readReach, writeReach } from '../identity/reach.ts';
import { liftBounces } from '../identity/returned-mail.ts';
import type { TokenMaker } from '../secret.ts';
import { bind } from './bind.ts';

type Dependencies = { db: Db; clock: Clock; makeToken: TokenMaker };

/** The signed-in user's contact preferences, and resuming suspended mails. */
export function reachRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { db, makeToken } = dependencies;
  bind(app, tryMailAgain, async ({ session: { user } }) => {
    const own = { userId: user.id, email: user.email, byReader: true };
    await db.transaction().execute((trx) => liftBounces({ db: trx, makeToken }, own));
    return { returnedMail: null };
  });
  bind(app, readRoute, ({ session: { user } }) => readReach(dependencies.db, user.id));
  bind(app, changeReach, async ({ session, body }) => {
    const refused = await changeOwn(dependencies, { session, kind: 'REACH_CHANGED' }, async (trx, { user, at }) => {
      await writeReach(trx, { userId: user.id, reach: body, at });
      return true;
    });
    return refused ?? readReach(dependencies.db, session.user.id);
  });
}
