import { Suspense } from 'react';
import type { DialogProps } from './DialogWindow.tsx';
import { lazyPart } from './loading-error.ts';

const DialogWindow = lazyPart(() => import('./DialogWindow.tsx'));

/** A modal dialog; its code loads when the first one opens. Focus moves in, stays in, and returns. */
export function Dialog(props: DialogProps) {
  if (!props.open) return null;
  return (
    <Suspense fallback={null}>
      <DialogWindow {...props} />
    </Suspense>
  );
}
