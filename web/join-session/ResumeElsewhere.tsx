import { Suspense, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { m } from '#messages/messages.js';
import { exitNoteId } from '#web/site/exit-note.ts';
import { lazyPart } from '#web/ui/loading-error.ts';
import { useJoinSession } from './session-store.ts';
import { useOpenedElsewhere } from './use-opened-elsewhere.ts';

const ResumeElsewhereDialog = lazyPart(() => import('./ResumeElsewhereDialog.tsx'));
const OpenedLinkDialog = lazyPart(() => import('./OpenedLinkDialog.tsx'));

const unchanging = () => () => undefined;
/** Belongs to the frame, which renders together with the first screen, so it is found only afterwards. */
const exitNote = () => document.getElementById(exitNoteId);

/** A link in the quick-exit row on each step of an open sign-up: continue on another device, or later. */
export function ResumeElsewhere() {
  const [open, setOpen] = useState(false);
  const place = useSyncExternalStore(unchanging, exitNote, () => null);
  const isOpen = useJoinSession(
    ({ signupId, paymentRes, expiresAt }) => signupId !== null && !paymentRes && !!expiresAt,
  );
  const { openedAt, onSeen } = useOpenedElsewhere();
  if (!isOpen) return null;
  return (
    <>
      {openedAt !== null && (
        <Suspense fallback={null}>
          <OpenedLinkDialog openedAt={openedAt} onSeen={onSeen} />
        </Suspense>
      )}
      {place &&
        createPortal(
          <button type="button" onClick={() => setOpen(true)}>
            {m.elsewhere_open()}
          </button>,
          place,
        )}
      {open && (
        <Suspense fallback={null}>
          <ResumeElsewhereDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
