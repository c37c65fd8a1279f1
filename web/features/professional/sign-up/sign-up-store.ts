import { useStore } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { createStore } from 'zustand/vanilla';
import type { CreatedProfessional } from '#contract/api/professionals/professionals.ts';
import { normaliseEmail } from '#contract/fields/typed-text.ts';
import {
  afterProfessionalEvent,
  afterReload,
  isStepOpen,
  type ProfessionalEvent,
  type ProfessionalState,
  type ProfessionalStep,
  stepPosition,
  type ValidatedSteps,
} from '#contract/professionals/professional-flow.ts';
import { bootData } from '#web/site/boot.ts';
import { tabStorage } from '#web/site/tab-storage.ts';
import { type ContactInput, noContact, noPractice, type PracticeInput } from './sign-up-forms.ts';

/** The state of a sign-up in this tab. Never the security answer and code: they are typed again after a reload. */
export type SignUp = {
  state: ProfessionalState;
  validated: ValidatedSteps;
  contact: ContactInput;
  practice: PracticeInput;
  securityQuestion: string;
  /** The e-mail whose duplicate warning was confirmed. */
  duplicateConfirmedFor: string;
  /** Idempotency key of the registration: a retry after a lost response creates no second account. */
  requestKey: string;
  created: CreatedProfessional | null;
};

const fresh = (): SignUp => ({
  state: 'ONE',
  validated: 0,
  contact: noContact(bootData().countryCode),
  practice: noPractice,
  securityQuestion: '',
  duplicateConfirmedFor: '',
  requestKey: crypto.randomUUID(),
  created: null,
});

const version = 1;

const store = createStore<SignUp>()(
  persist(fresh, {
    name: 'professional-sign-up',
    version,
    storage: createJSONStorage(tabStorage),
    migrate: fresh,
    merge: (stored, initial) => {
      const merged = { ...initial, ...(stored as Partial<SignUp> | undefined) };
      return { ...merged, state: afterReload(merged.state) };
    },
  }),
);

export const signUp = (): SignUp => store.getState();

export function useSignUp<Part>(select: (signUp: SignUp) => Part): Part {
  return useStore(store, select);
}

/** The next state by the table; only Back in the browser's history sets a state directly. */
export function dispatch(event: ProfessionalEvent): ProfessionalState {
  const state = afterProfessionalEvent(store.getState().state, event);
  store.setState({ state });
  return state;
}

/** Opens a step if it is allowed; returns whether it was. */
export function goToStep(step: ProfessionalStep): boolean {
  const { state, validated } = store.getState();
  if (state === 'SUBMIT' || state === 'SUCCESS' || !isStepOpen(step, validated)) return false;
  store.setState({ state: step });
  return true;
}

export function markValidated(step: ProfessionalStep): void {
  const position = stepPosition(step);
  store.setState(({ validated }) => ({ validated: validated >= position ? validated : position }));
}

export const storeContact = (contact: ContactInput) => store.setState({ contact });
export const storePractice = (practice: PracticeInput) => store.setState({ practice });
/** The key of an earlier submission belongs to its input. */
export const renewRequestKey = () => store.setState({ requestKey: crypto.randomUUID() });
export const storeQuestion = (securityQuestion: string) => store.setState({ securityQuestion });
export const confirmDuplicate = (email: string) => store.setState({ duplicateConfirmedFor: normaliseEmail(email) });

export function isDuplicateConfirmed(email: string): boolean {
  const { duplicateConfirmedFor } = store.getState();
  return duplicateConfirmedFor !== '' && duplicateConfirmedFor === normaliseEmail(email);
}

/** Registered: the input is no longer needed. */
export function storeCreated(created: CreatedProfessional): void {
  store.setState({ ...fresh(), state: dispatch('success'), created });
}
