import { Suspense, useState } from 'react';
import { m } from '#messages/messages.js';
import { Actions, Button } from '#web/ui/Button.tsx';
import { lazyPart } from '#web/ui/loading-error.ts';
import { useJoinSession } from './session-store.ts';
import { useOpenedElsewhere } from './use-opened-elsewhere.ts';

const ResumeElsewhereDialog = lazyPart(() => import('./ResumeElsewhereDialog.tsx'));
const OpenedLinkDialog = lazyPart(() => import('./OpenedLinkDialog.tsx'));

/** A link under each step of an open sign-up: continue on another device, or later. */
export function ResumeElsewhere() {
  const [open, setOpen] = useState(false);
  const isOpen = useJoinSession(
    ({ signupId, paymentRes, expiresAt }) => signupId !== null && !paymentRes && !!expiresAt,
  );
  const { openedAt, onSeen } = useOpenedElsewhere();
  if (!isOpen) return null;
  return (
    <div data-follows>
      {openedAt !== null && (
        <Suspense fallback={null}>
          <OpenedLinkDialog openedAt={openedAt} onSeen={onSeen} />
        </Suspense>
      )}
      <Actions>
        <Button variant="link" onClick={() => setOpen(true)}>
          {m.elsewhere_open()}
        </Button>
      </Actions>
      {open && (
        <Suspense fallback={null}>
          <ResumeElsewhereDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
