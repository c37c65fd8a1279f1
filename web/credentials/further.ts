import { useState } from 'react';
import type { readPasswordReset } from '#contract/api/recovery.ts';
import type { AnswerOf } from '#contract/api/route.ts';
import { m } from '#messages/messages.js';
import type { CallProblem } from '#web/api/problem.ts';
import { areTextsOff } from '#web/problems/TextPromise.tsx';

export type Further = NonNullable<AnswerOf<typeof readPasswordReset>['further']>;
export type Way = 'PHONE' | 'QUESTION' | 'PASSKEY' | 'FACTOR';
export type FurtherValues = { code?: string; securityAnswer?: string; securityCode?: string; factorCode?: string };

export const furtherDefaults = { code: '', securityAnswer: '', securityCode: '', factorCode: '' };
export const furtherLabels = (further: Further | null) => ({
  code: () => m.recovery_code(),
  securityAnswer: () => further?.securityQuestion ?? '',
  securityCode: () => m.second_step_lost_code(),
  factorCode: () => m.second_step_code(),
});

function waysOf({ phone, securityQuestion, factor = false }: Further): Way[] {
  return [
    ...(phone !== null && !areTextsOff() ? (['PHONE'] as const) : []),
    ...(securityQuestion === null ? [] : (['QUESTION'] as const)),
    ...(factor ? (['PASSKEY', 'FACTOR'] as const) : []),
  ];
}

/** `way`: whose fields are filled in; null: none, or the code is yet to be texted. */
export type FurtherState = {
  further: Further | null;
  ways: Way[];
  chosen: Way | null;
  choose: (way: Way) => void;
  way: Way | null;
  /** Whether the server has refused only because the code was missing, which it has texted. */
  isTexted: (problem: CallProblem) => boolean;
};

export function useFurther(further: Further | null): FurtherState {
  const ways = further === null ? [] : waysOf(further);
  const [chosen, choose] = useState<Way | null>(ways[0] ?? null);
  const [wasTexted, setTexted] = useState(false);
  const isTexted = ({ validationErrors }: CallProblem) => {
    const isMissing = validationErrors.some(({ field, code }) => field === 'code' && code === 'required');
    if (isMissing) setTexted(true);
    return isMissing;
  };
  return { further, ways, chosen, choose, way: chosen === 'PHONE' && !wasTexted ? null : chosen, isTexted };
}
