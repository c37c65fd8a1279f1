import { rollUpFunnel } from '../analytics/roll-up-funnel.ts';
import type { Job } from './job.ts';

/** Counts the funnel's days that may have received events since. */
export const rollUpFunnelJob: Job = {
  run: async ({ db, clock }) => {
    await rollUpFunnel(db, clock.now());
  },
};
