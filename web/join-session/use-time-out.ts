import { useEffect, useState } from 'react';
import { paths } from '#contract/sign-up/sign-up-flow.ts';
import { useNavigate } from '#web/navigation/NavigationView.tsx';
import { joinAddress } from '#web/site/addresses.ts';
import { deviceTimeOf } from '#web/site/boot.ts';
import { endExpired } from './end-expired.ts';
import { joinSession, useJoinSession } from './session-store.ts';
import { isPastTimeOut, sessionExpired } from './transitions.ts';

/** WCAG 2.2.1: the warning is shown two minutes before (UX3). */
export const warningBeforeMs = 2 * 60_000;

/** Timers stop while the machine sleeps, hence short intervals and a check when the page becomes visible. */
const checkEveryMs = 1_000;

/** Whether to show the warning. After the time-out the session is cleared, and step 1 explains it. */
export function useTimeOut(): { warning: boolean; expiresAt: string | null } {
  const navigate = useNavigate();
  const expiresAt = useJoinSession((session) => (session.paymentRes ? null : session.expiresAt));
  const [warnedExpiry, setWarnedExpiry] = useState<string | null>(null);
  useEffect(() => {
    if (expiresAt === null) return;
    const checkTimeOut = () => {
      if (isPastTimeOut(joinSession(), Date.now())) {
        endExpired(sessionExpired);
        void navigate(joinAddress(paths.yourDetails));
      } else if (deviceTimeOf(expiresAt) - Date.now() <= warningBeforeMs) setWarnedExpiry(expiresAt);
    };
    checkTimeOut();
    const timer = setInterval(checkTimeOut, checkEveryMs);
    document.addEventListener('visibilitychange', checkTimeOut);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', checkTimeOut);
    };
  }, [expiresAt, navigate]);
  return { warning: expiresAt !== null && warnedExpiry === expiresAt, expiresAt };
}
