/** The professional sign-up as a transition table (specification 4.1). */
export const professionalStates = ['ONE', 'TWO', 'THREE', 'SUBMIT', 'SUCCESS', 'ERROR'] as const;
export type ProfessionalState = (typeof professionalStates)[number];

export const professionalSteps = ['ONE', 'TWO', 'THREE'] as const;
export type ProfessionalStep = (typeof professionalSteps)[number];

/** `forward` and `backward` come from the person; `success` and `failure` from the server. */
export const professionalEvents = ['forward', 'backward', 'success', 'failure'] as const;
export type ProfessionalEvent = (typeof professionalEvents)[number];

const transitions: Record<ProfessionalState, Partial<Record<ProfessionalEvent, ProfessionalState>>> = {
  ONE: { forward: 'TWO' },
  TWO: { forward: 'THREE', backward: 'ONE' },
  THREE: { forward: 'SUBMIT', backward: 'TWO' },
  SUBMIT: { success: 'SUCCESS', failure: 'ERROR' },
  ERROR: { backward: 'TWO', forward: 'SUBMIT' },
  SUCCESS: {},
};

/** The state after an event; an event without meaning in this state changes nothing. */
export function afterProfessionalEvent(state: ProfessionalState, event: ProfessionalEvent): ProfessionalState {
  return transitions[state][event] ?? state;
}

/** How many steps the validator has passed: step k is open when k − 1 are. */
export type ValidatedSteps = 0 | 1 | 2 | 3;

const positions: Record<ProfessionalStep, 1 | 2 | 3> = { ONE: 1, TWO: 2, THREE: 3 };

export function stepPosition(step: ProfessionalStep): 1 | 2 | 3 {
  return positions[step];
}

/** Step 1 is open at the start, and each validated step opens the next. */
export function isStepOpen(step: ProfessionalStep, validated: ValidatedSteps): boolean {
  return positions[step] <= validated + 1;
}

export function isProfessionalStep(state: ProfessionalState): state is ProfessionalStep {
  return professionalSteps.some((step) => step === state);
}

/** Where a reload continues: an unfinished submission returns to the last step, whose secrets were not stored. */
export function afterReload(state: ProfessionalState): ProfessionalState {
  return state === 'SUBMIT' || state === 'ERROR' ? 'THREE' : state;
}
