import { useEffect, useEffectEvent } from 'react';
import { joinSession } from '#web/join-session/session-store.ts';

/** Saves the input when the screen is left or the page reloads, while its sign-up is open. */
export function useDraft(save: () => void): void {
  const saveIfOpen = useEffectEvent(() => {
    if (joinSession().signupId !== null) save();
  });
  useEffect(() => {
    const onPageHide = () => saveIfOpen();
    window.addEventListener('pagehide', onPageHide);
    return () => {
      window.removeEventListener('pagehide', onPageHide);
      saveIfOpen();
    };
  }, []);
}
