import { Suspense } from 'react';
import { lazyPart } from '#web/ui/loading-error.ts';
import type { TimingProps } from './TimingDialog.tsx';

const TimingDialog = lazyPart(async () => ({ default: (await import('./TimingDialog.tsx')).TimingDialog }));

/** The timing dialog; its form loads on demand. */
export function Timing(props: TimingProps) {
  return (
    <Suspense fallback={null}>
      <TimingDialog {...props} />
    </Suspense>
  );
}
