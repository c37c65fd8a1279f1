import { Suspense, useEffect } from 'react';
import { useLocation } from 'react-router';
import type { SessionView } from '#contract/api/sign-in.ts';
import { useLanguage } from '#web/i18n/language.ts';
import { useNavigate } from '#web/navigation/NavigationView.tsx';
import { addresses } from '#web/site/addresses.ts';
import { lazyPart } from '#web/ui/loading-error.ts';
import { usePendingProof } from './fresh-sign-in.ts';
import { EndedDialog, EndingDialog, startOver } from './SessionDialogs.tsx';
import { refreshSession, sessionEnded, signedIn, useSignedIn } from './signed-in.ts';
import { onTabMessage } from './tabs.ts';
import { useKeepalive } from './use-keepalive.ts';

const FreshSignIn = lazyPart(() => import('./FreshSignIn.tsx'));
const FactorResetDialog = lazyPart(() => import('./second-step/FactorResetDialog.tsx'));

/** Watches the session of the signed-in user, in every tab. */
export default function SessionWatch() {
  useLanguage();
  const now = useSignedIn();
  useEffect(
    () =>
      onTabMessage((message) => {
        if (message.kind === 'ended') return sessionEnded({ shouldNotify: false });
        const known = signedIn();
        const other = (known.state === 'in' || known.state === 'ended') && known.session.userId !== message.userId;
        if (other) startOver();
        else void refreshSession();
      }),
    [],
  );
  if (now.state === 'in') return <Watching session={now.session} />;
  return now.state === 'ended' ? <EndedDialog session={now.session} /> : null;
}

function Watching({ session }: { session: SessionView }) {
  const { ending, extend } = useKeepalive({
    userId: session.userId,
    onEnd: () => sessionEnded({ shouldNotify: true }),
    onOtherUser: startOver,
  });
  const { mustAddFactor, factorResetAt } = session;
  const pendingProof = usePendingProof();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (mustAddFactor && pathname !== addresses.security) void navigate(addresses.security, { replace: true });
  }, [mustAddFactor, pathname, navigate]);
  return (
    <>
      <EndingDialog open={ending} onExtend={extend} />
      <Suspense fallback={null}>
        {pendingProof && <FreshSignIn username={session.username} />}
        {factorResetAt !== null && <FactorResetDialog resetAt={factorResetAt} />}
      </Suspense>
    </>
  );
}
