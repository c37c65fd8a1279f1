import { useEffect, useState } from 'react';
import { paths } from '#contract/sign-up-flow.ts';
import { useNavigate } from '#web/navigation/NavigationView.tsx';
import { joinAddress } from '#web/site/addresses.ts';
import { endExpired } from './end-expired.ts';
import { joinSession, useJoinSession } from './session-store.ts';
import { isPastTimeOut, sessionExpired } from './transitions.ts';

/** WCAG 2.2.1: warned two minutes before (UX3). */
export const warnedBeforeMs = 2 * 60_000;

/** Timers sleep with the machine: looked at often enough, and at once when the page is seen again. */
const lookEveryMs = 1_000;

/** Whether the warning shows now. When the time is up, all is removed and step 1 says why. */
export function useTimeOut(): { warning: boolean; expiresAt: string | null } {
  const navigate = useNavigate();
  const expiresAt = useJoinSession((session) => (session.paymentRes ? null : session.expiresAt));
  const [warnedOf, setWarnedOf] = useState<string | null>(null);
  useEffect(() => {
    if (expiresAt === null) return;
    const look = () => {
      if (isPastTimeOut(joinSession(), Date.now())) {
        endExpired(sessionExpired);
        void navigate(joinAddress(paths.yourDetails));
      } else if (Date.parse(expiresAt) - Date.now() <= warnedBeforeMs) setWarnedOf(expiresAt);
    };
    look();
    const timer = setInterval(look, lookEveryMs);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [expiresAt, navigate]);
  return { warning: expiresAt !== null && warnedOf === expiresAt, expiresAt };
}
