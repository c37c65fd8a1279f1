import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import {
  isProfessionalStep,
  type ProfessionalEvent,
  type ProfessionalState,
  type ProfessionalStep,
} from '#contract/professional-flow.ts';
import { useNavigate } from '#web/navigation/NavigationView.tsx';
import { goToStep, raise, signUp } from './sign-up-store.ts';

type Place = { professional?: ProfessionalState };

/** Each state has an entry in the browser's history, so that its Back button leads through the steps like ours does. */
export function useHistory() {
  const navigate = useNavigate();
  const location = useLocation();
  const known = useRef(location.key);
  useEffect(() => {
    if (known.current === location.key) return;
    known.current = location.key;
    const requested = (location.state as Place | null)?.professional ?? 'ONE';
    if (requested !== signUp().state && isProfessionalStep(requested)) goToStep(requested);
  }, [location]);
  const show = (professional: ProfessionalState) => void navigate('.', { state: { professional } satisfies Place });
  return {
    /** Raises an event of the table and shows the state it leads to. */
    send: (event: ProfessionalEvent) => show(raise(event)),
    open: (step: ProfessionalStep) => {
      if (goToStep(step)) show(step);
    },
    show,
  };
}
