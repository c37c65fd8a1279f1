import type { ExperimentStates } from '#contract/experiments.ts';

type Known = { subscriptionStatus: 'none' | 'current' | 'lapsed'; coparentPackageId: number | null };

type Arrival = { context: Known; experiments: Partial<ExperimentStates> };

/**
 * Click-to-join: an invited parent begins on the plan the co-parent chose. Only without a subscription of their own,
 * and when the co-parent has a plan (specification 4.2).
 */
export function startsOnCoParentsPlan({ context, experiments }: Arrival): boolean {
  return (
    experiments['click-to-join'] === 'treatment' &&
    context.subscriptionStatus === 'none' &&
    context.coparentPackageId !== null
  );
}
