import type { CallProblem } from '#web/api/problem.ts';

/**
 * What a screen learns that somebody was led to: the plan they had chosen is not offered to them. Kept with the place
 * in the history.
 */
type PlanGone = { planGone: boolean };

export function planGoneBy({ code }: CallProblem): PlanGone {
  return { planGone: code === 'PACKAGE_NOT_OFFERED' };
}

export function isPlanGone(state: unknown): boolean {
  return (state as Partial<PlanGone> | null)?.planGone === true;
}
