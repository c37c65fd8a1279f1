import { Suspense } from 'react';
import { lazyPart } from './loading-error.ts';
import type { DialogProps } from './DialogWindow.tsx';

const DialogWindow = lazyPart(() => import('./DialogWindow.tsx'));

/** A window over the page; its code comes when the first one opens. Focus goes in, stays in, and returns. */
export function Dialog(props: DialogProps) {
  if (!props.open) return null;
  return (
    <Suspense fallback={null}>
      <DialogWindow {...props} />
    </Suspense>
  );
}
