import type { FastifyInstance } from 'fastify';
import { listExperiments, readExperiment } from '#contract/api/staff-experiments.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/pool.ts';
import { listExperiments as list, viewExperiment } from '../staff/view-experiments.ts';
import { bind } from './bind.ts';

/** Experiments as staff see and run them. */
export function staffExperimentRoutes(app: FastifyInstance, dependencies: { db: Db; clock: Clock }): void {
  bind(app, listExperiments, () => list(dependencies.db));
  bind(app, readExperiment, ({ params, query, staff: { roles } }) =>
    viewExperiment(dependencies, { ...params, ...query, roles }),
  );
}
