import type { FastifyInstance } from 'fastify';
import { actOnPerson, checkStaffActions, readPerson, searchPeople } from '#contract/api/staff-people.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/pool.ts';
import type { RateLimiter } from '../rate-limits/rate-limiter.ts';
import { helpPerson, viewPerson } from '../staff/help-person.ts';
import { searchPeople as search } from '../staff/search-people.ts';
import { checkChain } from '../staff/staff-actions.ts';
import { bind } from './bind.ts';

type Dependencies = { db: Db; clock: Clock; rateLimiter: RateLimiter };

/** People as staff find, see and help them. */
export function staffPeopleRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { db } = dependencies;
  bind(app, searchPeople, ({ body }) => search(db, body.text));
  bind(app, readPerson, ({ params, staff }) => viewPerson(dependencies, { userId: params.userId, staff }));
  bind(app, actOnPerson, ({ params, body, staff }) =>
    helpPerson(dependencies, { staff, userId: params.userId, ...body }),
  );
  bind(app, checkStaffActions, () => checkChain(db));
}
