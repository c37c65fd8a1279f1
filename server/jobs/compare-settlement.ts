import { compareSettlement } from '../settlement/compare-settlement.ts';
import type { Job } from './job.ts';

/** Each night: whether the gateway has booked what we have, and we what it has. */
export const compareSettlementJob: Job<'compare-settlement'> = {
  name: 'compare-settlement',
  run: async (dependencies) => {
    const { compared, differences, fresh } = await compareSettlement(dependencies);
    dependencies.log.info({ compared, differences: differences.length }, 'settlement compared');
    for (const difference of fresh) dependencies.log.error(difference, 'our books and the gateway’s differ');
  },
};
