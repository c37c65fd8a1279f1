import type { FastifyInstance } from 'fastify';
import { changeReach, readReach as readRoute } from '#contract/api/reach.ts';
import { changeOwn } from '../account/change-own.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/pool.ts';
import { readReach, writeReach } from '../identity/reach.ts';
import { bind } from './bind.ts';

/** How whoever is signed in may be reached. */
export function reachRoutes(app: FastifyInstance, dependencies: { db: Db; clock: Clock }): void {
  bind(app, readRoute, ({ session: { user } }) => readReach(dependencies.db, user.id));
  bind(app, changeReach, async ({ session, body }) => {
    const refused = await changeOwn(dependencies, { session, kind: 'REACH_CHANGED' }, async (trx, { user, at }) => {
      await writeReach(trx, { userId: user.id, reach: body, at });
      return true;
    });
    return refused ?? readReach(dependencies.db, session.user.id);
  });
}
