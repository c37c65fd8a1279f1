import { balanceDocuments } from '../documents/issue-document.ts';
import { needsManualReview, recordDeclinedSettlement } from '../payment-events/record-declined-settlement.ts';
import { checkRefundStatus } from '../payments/check-refund-status.ts';
import { refundOfGateway } from '../payments/refund-repository.ts';
import type { Difference } from '../settlement/compare-books.ts';
import { compareSettlement } from '../settlement/compare-settlement.ts';
import { closeDifference } from '../settlement/settlement-repository.ts';
import type { Job, JobDependencies } from './job.ts';

/**
 * Compares our books with the gateway's every night, both ways. Also handles what was declined in settlement if the
 * report was lost.
 */
export const compareSettlementJob: Job = {
  run: async (dependencies) => {
    const { compared, differences, fresh } = await compareSettlement(dependencies);
    dependencies.log.info({ compared, differences: differences.length }, 'settlement compared');
    const handled = new Set<Difference>();
    for (const difference of differences) if (await handleDifference(dependencies, difference)) handled.add(difference);
    for (const difference of fresh)
      if (!handled.has(difference)) dependencies.log.error(difference, 'settlement difference found');
  },
};

/** False if the difference remains. */
async function handleDifference(dependencies: JobDependencies, { kind, transactionId }: Difference): Promise<boolean> {
  if (kind === 'STATE') return handleRefundDifference(dependencies, transactionId);
  if (kind !== 'SETTLEMENT_DECLINED') return false;
  const declined = await recordDeclinedSettlement(dependencies, { transactionId });
  if (needsManualReview(declined))
    dependencies.log.error({ transactionId, ...declined }, 'settlement declined: manual review required');
  if (declined.step !== 'recorded' && declined.step !== 'known') return false;
  await closeDifference(dependencies.db, { kind, transactionId, at: dependencies.clock.now() });
  return true;
}

/** Handles a refund that its bank declined before we asked for its state. False if it is no such refund. */
async function handleRefundDifference(dependencies: JobDependencies, transactionId: string): Promise<boolean> {
  const refund = await refundOfGateway(dependencies.db, transactionId);
  if (!refund) return false;
  const { step, ...details } = await checkRefundStatus({ ...dependencies, balanceDocuments }, refund.id);
  if (step === 'failed')
    dependencies.log.error({ refundId: refund.id, ...details }, 'refund failed permanently: manual action required');
  if (step !== 'returned' && step !== 'failed') return false;
  await closeDifference(dependencies.db, { kind: 'STATE', transactionId, at: dependencies.clock.now() });
  return true;
}
