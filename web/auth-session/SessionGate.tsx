import { Suspense, useEffect } from 'react';
import { hearNotSignedIn } from '#web/api/call.ts';
import { lazyPart } from '#web/ui/loading-error.ts';
import { maybeSignedIn, refreshSession, sessionEnded, useSignedIn } from './signed-in.ts';

const SessionWatch = lazyPart(() => import('./SessionWatch.tsx'));

/**
 * On every page: asks who is signed in where a marker says that somebody may be, and only then loads the watch. A call
 * that is refused for want of a session ends it here, whichever page made the call.
 */
export function SessionGate() {
  const { state } = useSignedIn();
  useEffect(() => {
    if (state === 'unknown' && maybeSignedIn()) void refreshSession();
  }, [state]);
  useEffect(() => hearNotSignedIn(() => sessionEnded({ tell: true })), []);
  if (state !== 'in' && state !== 'ended') return null;
  return (
    <Suspense fallback={null}>
      <SessionWatch />
    </Suspense>
  );
}
