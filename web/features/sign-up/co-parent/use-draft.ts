import { useEffect, useEffectEvent } from 'react';
import { joinSession } from '#web/join-session/session-store.ts';

/** Keeps what was typed when the screen is left or the page reloads, as long as the sign-up it belongs to is open. */
export function useDraft(keep: () => void): void {
  const save = useEffectEvent(() => {
    if (joinSession().signupId !== null) keep();
  });
  useEffect(() => {
    const onPageHide = () => save();
    window.addEventListener('pagehide', onPageHide);
    return () => {
      window.removeEventListener('pagehide', onPageHide);
      save();
    };
  }, []);
}
