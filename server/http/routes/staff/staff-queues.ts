import type { FastifyInstance } from 'fastify';
import { listQueues as listRoute, readQueue as readRoute } from '#contract/api/staff/staff-queues.ts';
import type { Clock } from '../../../clock.ts';
import type { Db } from '../../../db/pool.ts';
import type { Sellers } from '../../../documents/sellers.ts';
import { listQueues, readQueue } from '../../../staff/read-queues.ts';
import { bind } from '../../bind.ts';

/** What waits for staff. */
export function staffQueueRoutes(app: FastifyInstance, dependencies: { db: Db; clock: Clock; sellers: Sellers }): void {
  bind(app, listRoute, ({ staff }) => listQueues(dependencies, staff));
  bind(app, readRoute, ({ params, query, staff }) => readQueue(dependencies, { staff, ...params, ...query }));
}
