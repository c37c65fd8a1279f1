import type { ExperimentRow, GuardrailView, InterimResultView } from '#contract/api/staff/staff-experiments.ts';
import { utcDay } from '#contract/fields/day.ts';
import type { Verdict } from '#contract/sign-up/experiments.ts';

/** A share from 0 to 1. */
export const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
/** A difference of two shares, in percentage points. */
export const points = (difference: number) => `${difference < 0 ? '−' : '+'}${Math.abs(difference * 100).toFixed(1)}`;

export const verdictTexts: Record<Verdict, { title: string; explanation: string }> = {
  NOT_ENOUGH: {
    title: 'Not enough yet',
    explanation: 'Each group needs 100 people whose seven days are over, and 20 of them who paid.',
  },
  NO_DIFFERENCE: {
    title: 'No difference seen yet',
    explanation: 'The interval contains zero. It gets narrower with more people.',
  },
  BETTER: { title: 'Treatment is better', explanation: 'More people pay. This is so however often you check.' },
  WORSE: { title: 'Treatment is worse', explanation: 'Fewer people pay. This is so however often you check.' },
  MISMATCH: {
    title: 'People were not split as planned',
    explanation: 'Nothing else on this page can be trusted. Find out who is missing, then start again.',
  },
};

export function stateText({ state, share }: Pick<ExperimentRow, 'state' | 'share'>): string {
  if (state === 'running') return `Running, ${share} % in treatment`;
  return state === 'off' ? 'Off' : `${state === 'control' ? 'Control' : 'Treatment'} for everyone`;
}

export const guardrailTexts: Record<GuardrailView['guardrail'], string> = {
  REFUNDED: 'Refunded, of those who paid',
  DECLINED: 'Refused at least once, of those who tried to pay',
  MINUTES: 'Minutes until paid, typically',
};

export const paidShare = ({ people, paid }: InterimResultView['control']) => (people === 0 ? 0 : paid / people);

export const dayOf = (instant: string) => utcDay(new Date(instant));
