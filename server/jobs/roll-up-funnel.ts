import { rollUpFunnel } from '../analytics/roll-up-funnel.ts';
import type { Job } from './job.ts';

/** Counts the days of the funnel of which something may have come since. */
export const rollUpFunnelJob: Job<'roll-up-funnel'> = {
  run: async ({ db, clock }) => {
    await rollUpFunnel(db, clock.now());
  },
};
