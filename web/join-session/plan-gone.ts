import type { CallProblem } from '#web/api/problem.ts';

/** Navigation state: the chosen plan is not offered to this person, which the target screen explains. */
type PlanGone = { planGone: boolean };

export function planGoneState({ code }: CallProblem): PlanGone {
  return { planGone: code === 'PACKAGE_NOT_OFFERED' };
}

export function isPlanGone(state: unknown): boolean {
  return (state as Partial<PlanGone> | null)?.planGone === true;
}
