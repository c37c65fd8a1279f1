import { Suspense, useEffect } from 'react';
import { lazyPart } from '../../chrome/loading-trouble.ts';
import { maybeSignedIn, refreshSession, useSignedIn } from './signed-in.ts';

const SessionWatch = lazyPart(() => import('./SessionWatch.tsx'));

/** On every page: asks who is signed in where a marker says that somebody may be, and only then loads the watch. */
export function SessionGate() {
  const { state } = useSignedIn();
  useEffect(() => {
    if (state === 'unknown' && maybeSignedIn()) void refreshSession();
  }, [state]);
  if (state !== 'in' && state !== 'ended') return null;
  return (
    <Suspense fallback={null}>
      <SessionWatch />
    </Suspense>
  );
}
