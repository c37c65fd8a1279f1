import { after, minutes } from '../../clock.ts';
import { applyTextReport } from '../../identity/text-reports.ts';
import { Postponed } from '../failed-attempt.ts';
import type { Job } from '../job.ts';

/**
 * Records a report that came before its text was recorded. Dropped in the end, because a lost response leaves no
 * record.
 */
export const recordTextReportJob: Job<{ providerId: string; fate: 'DELIVERED' | 'UNDELIVERED'; until: string }> = {
  run: async (dependencies, { until, ...report }) => {
    const at = dependencies.clock.now();
    const isWaiting = !(await applyTextReport(dependencies, report)) && at < new Date(until);
    if (isWaiting) throw new Postponed(after(at, minutes(1)));
  },
};
