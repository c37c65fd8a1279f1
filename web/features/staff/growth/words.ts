import type { ExperimentRow, GuardView, LookView } from '#contract/api/staff-experiments.ts';
import type { Verdict } from '#contract/experiments.ts';

/** A share of nought to one. */
export const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
/** A difference of two shares, in points of a hundred. */
export const points = (difference: number) => `${difference < 0 ? '−' : '+'}${Math.abs(difference * 100).toFixed(1)}`;

export const verdictWords: Record<Verdict, { says: string; explains: string }> = {
  NOT_ENOUGH: {
    says: 'Not enough yet',
    explains: 'Each group needs 100 people whose seven days are over, and 20 of them who paid.',
  },
  NO_DIFFERENCE: {
    says: 'No difference seen yet',
    explains: 'The interval holds nought. It gets narrower with more people.',
  },
  BETTER: { says: 'Treatment is better', explains: 'More people pay. This stays so however often you look.' },
  WORSE: { says: 'Treatment is worse', explains: 'Fewer people pay. This stays so however often you look.' },
  MISMATCH: {
    says: 'People were divided otherwise than planned',
    explains: 'Nothing else on this page can be trusted. Find out who is missing, then start again.',
  },
};

export function stateWords({ state, share }: Pick<ExperimentRow, 'state' | 'share'>): string {
  if (state === 'running') return `Running, ${share} % in treatment`;
  return state === 'off' ? 'Off' : `${state === 'control' ? 'Control' : 'Treatment'} for everybody`;
}

export const guardWords: Record<GuardView['guard'], string> = {
  REFUNDED: 'Refunded, of those who paid',
  DECLINED: 'Refused at least once, of those who tried to pay',
  MINUTES: 'Minutes until paid, typically',
};

export const paidShare = ({ people, paid }: LookView['control']) => (people === 0 ? 0 : paid / people);

export const dayOf = (instant: string) => instant.slice(0, 10);
