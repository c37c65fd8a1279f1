import type { FastifyInstance } from 'fastify';
import { changeReach, readReach as readRoute } from '#contract/api/reach.ts';
import { tryMailAgain } from '#contract/api/returned-mail.ts';
import { resumeMail } from '../../account/change-email.ts';
import { changeOwn } from '../../account/change-own.ts';
import type { MessageLimits } from '../../account/change-phone.ts';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/pool.ts';
import { readReach, writeReach } from '../../identity/reach.ts';
import type { TokenMaker } from '../../secret.ts';
import { bind } from '../bind.ts';

type Dependencies = MessageLimits & { db: Db; clock: Clock; makeToken: TokenMaker };

/** The signed-in user's contact preferences, and resuming suspended mails. */
export function reachRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  bind(app, tryMailAgain, ({ session: { user } }) => resumeMail(dependencies, user));
  bind(app, readRoute, ({ session: { user } }) => readReach(dependencies.db, user.id));
  bind(app, changeReach, async ({ session, body }) => {
    const refused = await changeOwn(dependencies, { session, kind: 'REACH_CHANGED' }, async (trx, { user, at }) => {
      await writeReach(trx, { userId: user.id, reach: body, at });
      return true;
    });
    return refused ?? readReach(dependencies.db, session.user.id);
  });
}
