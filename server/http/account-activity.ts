import type { FastifyInstance } from 'fastify';
import { listAccountActivity, proveIdentity } from '#contract/api/account-activity.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/pool.ts';
import { listActivity } from '../identity/activity.ts';
import { deviceNames } from '../identity/device.ts';
import { proveByPassword } from '../identity/prove-identity.ts';
import { bind } from './bind.ts';

const pageSize = 50;

/** What was changed in one's account, and the proof that is asked for before the weightiest of it. */
export function accountActivityRoutes(app: FastifyInstance, dependencies: { db: Db; clock: Clock }): void {
  bind(app, listAccountActivity, async ({ session: { user }, query }) => {
    const found = await listActivity(dependencies.db, {
      userId: user.id,
      before: query.before,
      limit: pageSize + 1,
    });
    const activity = found.slice(0, pageSize).map(({ device, at, ...one }) => ({
      ...one,
      ...deviceNames(device),
      at: at.toISOString(),
    }));
    return { activity, more: found.length > pageSize };
  });
  bind(app, proveIdentity, ({ session, body }) => proveByPassword(dependencies, { session, password: body.password }));
}
