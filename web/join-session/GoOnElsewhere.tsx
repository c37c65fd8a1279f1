import { Suspense, useState } from 'react';
import { m } from '#messages/messages.js';
import { Actions, Button } from '#web/ui/Button.tsx';
import { lazyPart } from '#web/ui/loading-error.ts';
import { useJoinSession } from './session-store.ts';
import { useMovedAway } from './use-moved-away.ts';

const ElsewhereDialog = lazyPart(() => import('./ElsewhereDialog.tsx'));

/** Under each step of an open sign-up: the quiet way to go on on another device, or later. */
export function GoOnElsewhere() {
  const [open, setOpen] = useState(false);
  const isOpen = useJoinSession(
    ({ signupId, paymentRes, expiresAt }) => signupId !== null && !paymentRes && !!expiresAt,
  );
  useMovedAway();
  if (!isOpen) return null;
  return (
    <div data-follows>
      <Actions>
        <Button variant="link" onClick={() => setOpen(true)}>
          {m.elsewhere_open()}
        </Button>
      </Actions>
      {open && (
        <Suspense fallback={null}>
          <ElsewhereDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
