import { useEffect } from 'react';
import { call } from '#web/api/call.ts';
import { forgetHere } from './forget-here.ts';
import { registrationAccess } from './join-session.ts';
import { joinSession, useJoinSession } from './session-store.ts';

const checkEveryMs = 15_000;

/** Once a code was issued, this tab polls whether the sign-up was resumed elsewhere, and then clears itself. */
export function useForgetWhenResumed(): void {
  const isCodeOut = useJoinSession(({ codeOut }) => codeOut === true);
  useEffect(() => {
    if (!isCodeOut) return;
    const checkRegistration = async () => {
      const access = registrationAccess(joinSession());
      const result = access && (await call('GET /v2/registrations/:signupId', access));
      if (!result || result.ok || result.problem.code !== 'REGISTRATION_EXPIRED') return;
      forgetHere();
    };
    const timer = setInterval(() => void checkRegistration(), checkEveryMs);
    const onShown = () => void checkRegistration();
    document.addEventListener('visibilitychange', onShown);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onShown);
    };
  }, [isCodeOut]);
}
