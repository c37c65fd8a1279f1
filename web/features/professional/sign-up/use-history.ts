import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import {
  isProfessionalStep,
  type ProfessionalEvent,
  type ProfessionalState,
  type ProfessionalStep,
} from '#contract/professionals/professional-flow.ts';
import { useNavigate } from '#web/navigation/NavigationView.tsx';
import { dispatch, goToStep, signUp } from './sign-up-store.ts';

type Place = { professional?: ProfessionalState };

/** Each state has a history entry, so that the browser's Back walks through the steps like ours. */
export function useHistory() {
  const navigate = useNavigate();
  const location = useLocation();
  const lastKey = useRef(location.key);
  useEffect(() => {
    if (lastKey.current === location.key) return;
    lastKey.current = location.key;
    const requested = (location.state as Place | null)?.professional ?? 'ONE';
    if (requested !== signUp().state && isProfessionalStep(requested)) goToStep(requested);
  }, [location]);
  const show = (professional: ProfessionalState) => void navigate('.', { state: { professional } satisfies Place });
  return {
    /** Dispatches an event of the table and shows the resulting state. */
    send: (event: ProfessionalEvent) => show(dispatch(event)),
    open: (step: ProfessionalStep) => {
      if (goToStep(step)) show(step);
    },
    show,
  };
}
