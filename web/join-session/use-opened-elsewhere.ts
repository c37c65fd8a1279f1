import { useEffect, useState } from 'react';
import { paths } from '#contract/sign-up/sign-up-flow.ts';
import { call } from '#web/api/call.ts';
import { joinAddress } from '#web/site/addresses.ts';
import { forgetHere } from './forget-here.ts';
import { registrationAccess } from './join-session.ts';
import { changeSession, joinSession, useJoinSession } from './session-store.ts';

const checkEveryMs = 60_000;
/** Once a code was issued, which moves the sign-up, somebody may be waiting for this tab to close. */
const checkCodeEveryMs = 15_000;

/**
 * Watches whether the sign-up was moved by a code, and then clears this tab, or whether a mailed link to it was opened.
 * `openedAt`: null if it was not, or that was seen.
 */
export function useOpenedElsewhere(): { openedAt: string | null; onSeen: () => void } {
  const isCodeOut = useJoinSession(({ codeOut }) => codeOut === true);
  const isOpen = useJoinSession((session) => registrationAccess(session) !== null && !session.paymentRes);
  const seenAt = useJoinSession(({ linkSeenAt }) => linkSeenAt);
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  useEffect(() => {
    if (!isOpen) return;
    const checkRegistration = async () => {
      const access = document.visibilityState === 'visible' || isCodeOut ? registrationAccess(joinSession()) : null;
      const result = access && (await call('GET /v2/registrations/:signupId', access));
      if (result?.ok) setOpenedAt(result.data.linkOpenedAt);
      else if (isCodeOut && result?.problem.code === 'REGISTRATION_EXPIRED')
        forgetHere(`${joinAddress(paths.resume)}?moved`);
    };
    const timer = setInterval(() => void checkRegistration(), isCodeOut ? checkCodeEveryMs : checkEveryMs);
    const onShown = () => void checkRegistration();
    document.addEventListener('visibilitychange', onShown);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onShown);
    };
  }, [isCodeOut, isOpen]);
  return {
    openedAt: openedAt === seenAt ? null : openedAt,
    onSeen: () => changeSession((session) => ({ ...session, linkSeenAt: openedAt ?? undefined })),
  };
}
