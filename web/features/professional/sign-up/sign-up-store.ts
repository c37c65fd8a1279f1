import { useStore } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { createStore } from 'zustand/vanilla';
import type { CreatedProfessional } from '#contract/api/professionals.ts';
import { normaliseEmail } from '#contract/fields.ts';
import {
  afterProfessionalEvent,
  afterReload,
  isStepOpen,
  type ProfessionalEvent,
  type ProfessionalState,
  type ProfessionalStep,
  stepPosition,
  type ValidatedSteps,
} from '#contract/professional-flow.ts';
import { bootData } from '#web/site/boot.ts';
import { tabStorage } from '#web/site/tab-storage.ts';
import { type ContactInput, noContact, noPractice, type PracticeInput } from './sign-up-forms.ts';

/** What is kept of a sign-up in this tab. Never the answer and the code: a reload asks for them again. */
export type SignUp = {
  state: ProfessionalState;
  validated: ValidatedSteps;
  contact: ContactInput;
  practice: PracticeInput;
  securityQuestion: string;
  /** The address whose owner knows that it has an account already, and went on. */
  duplicateConfirmedFor: string;
  /** Of the registration itself: a repeat after a lost answer makes no second account. */
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
    merge: (kept, now) => {
      const found = { ...now, ...(kept as Partial<SignUp> | undefined) };
      return { ...found, state: afterReload(found.state) };
    },
  }),
);

export const signUp = (): SignUp => store.getState();

export function useSignUp<Part>(select: (signUp: SignUp) => Part): Part {
  return useStore(store, select);
}

/** The next state by the table; nobody sets a state by hand but the way back in the browser's history. */
export function raise(event: ProfessionalEvent): ProfessionalState {
  const state = afterProfessionalEvent(store.getState().state, event);
  store.setState({ state });
  return state;
}

/** Goes to a step that is open; false when it is not. */
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

export const keepContact = (contact: ContactInput) => store.setState({ contact });
export const keepPractice = (practice: PracticeInput) => store.setState({ practice });
export const keepQuestion = (securityQuestion: string) => store.setState({ securityQuestion });
export const confirmDuplicate = (email: string) => store.setState({ duplicateConfirmedFor: normaliseEmail(email) });

export function isDuplicateConfirmed(email: string): boolean {
  const { duplicateConfirmedFor } = store.getState();
  return duplicateConfirmedFor !== '' && duplicateConfirmedFor === normaliseEmail(email);
}

/** Registered: what was typed is no longer needed here. */
export function keepCreated(created: CreatedProfessional): void {
  store.setState({ ...fresh(), state: raise('success'), created });
}
