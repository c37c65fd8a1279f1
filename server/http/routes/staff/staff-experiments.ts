import type { FastifyInstance } from 'fastify';
import { listExperiments, readExperiment } from '#contract/api/staff/staff-experiments.ts';
import { readFunnel } from '#contract/api/staff/staff-funnel.ts';
import type { Clock } from '../../../clock.ts';
import type { Db } from '../../../db/pool.ts';
import { readFunnel as funnel } from '../../../staff/read-funnel.ts';
import { listExperiments as list, viewExperiment } from '../../../staff/view-experiments.ts';
import { bind } from '../../bind.ts';

/** Experiments as staff see and run them, and the funnel. */
export function staffExperimentRoutes(app: FastifyInstance, dependencies: { db: Db; clock: Clock }): void {
  bind(app, listExperiments, () => list(dependencies.db));
  bind(app, readFunnel, ({ query }) => funnel(dependencies.db, query));
  bind(app, readExperiment, ({ params, query, staff: { roles } }) =>
    viewExperiment(dependencies, { ...params, ...query, roles }),
  );
}
