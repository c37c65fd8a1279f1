import { Suspense, useEffect } from 'react';
import { useLocation } from 'react-router';
import { hearNotSignedIn } from '#web/api/call.ts';
import { lazyPart } from '#web/ui/loading-error.ts';
import { maybeSignedIn, refreshSession, sessionEnded, useSignedIn } from './signed-in.ts';

const SessionWatch = lazyPart(() => import('./SessionWatch.tsx'));

/**
 * On every page: checks the session if the cookie's marker says that there may be one, and only then loads the watch. A
 * call rejected for lack of a session ends it here.
 */
export function SessionGate() {
  const { state } = useSignedIn();
  const { key } = useLocation();
  useEffect(() => hearNotSignedIn(() => sessionEnded({ shouldNotify: true })), []);
  if (state === 'out') return null;
  if (state === 'unknown') return <SessionReading key={key} />;
  return (
    <Suspense fallback={null}>
      <SessionWatch />
    </Suspense>
  );
}

/** Once for each page, until it succeeds: without it nothing would notice the end of the session. */
function SessionReading() {
  useEffect(() => {
    if (maybeSignedIn()) void refreshSession();
  }, []);
  return null;
}
