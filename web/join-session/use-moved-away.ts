import { useEffect } from 'react';
import { call } from '#web/api/call.ts';
import { forgetHere } from './forget-here.ts';
import { registrationAccess } from './join-session.ts';
import { joinSession, useJoinSession } from './session-store.ts';

const lookEveryMs = 15_000;

/** Once a code is out, this tab asks whether the sign-up has gone on elsewhere, and then forgets it. */
export function useMovedAway(): void {
  const isCodeOut = useJoinSession(({ codeOut }) => codeOut === true);
  useEffect(() => {
    if (!isCodeOut) return;
    const look = async () => {
      const access = registrationAccess(joinSession());
      const found = access && (await call('GET /v2/registrations/:signupId', access));
      if (!found || found.ok || found.problem.code !== 'REGISTRATION_EXPIRED') return;
      forgetHere();
    };
    const timer = setInterval(() => void look(), lookEveryMs);
    const onShown = () => void look();
    document.addEventListener('visibilitychange', onShown);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onShown);
    };
  }, [isCodeOut]);
}
