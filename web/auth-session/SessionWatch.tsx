import { useEffect } from 'react';
import type { SessionView } from '#contract/api/sign-in.ts';
import { useLanguage } from '#web/i18n/language.ts';
import { EndedDialog, EndingDialog, startOver } from './SessionDialogs.tsx';
import { refreshSession, sessionEnded, signedIn, useSignedIn } from './signed-in.ts';
import { hearTabs } from './tabs.ts';
import { useKeepalive } from './use-keepalive.ts';

/** Watches the session of whoever is signed in, in every tab. */
export default function SessionWatch() {
  useLanguage();
  const now = useSignedIn();
  useEffect(
    () =>
      hearTabs((message) => {
        if (message.kind === 'ended') return sessionEnded({ tell: false });
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
  const { ending, stay } = useKeepalive({
    userId: session.userId,
    onEnd: () => sessionEnded({ tell: true }),
    onOther: startOver,
  });
  return <EndingDialog open={ending} onStay={stay} />;
}
