import type { ExperimentStates } from '#contract/sign-up/experiments.ts';

type InviteState = { subscriptionStatus: 'none' | 'current' | 'lapsed'; coparentPlanOffered: boolean };

type Arrival = { context: InviteState; experiments: Partial<ExperimentStates> };

/**
 * Click-to-join: an invited parent starts with the co-parent's plan, if that is offered to them and they have no
 * subscription of their own (specification 4.2).
 */
export function startsOnCoParentsPlan({ context, experiments }: Arrival): boolean {
  return (
    experiments['click-to-join'] === 'treatment' && context.subscriptionStatus === 'none' && context.coparentPlanOffered
  );
}
