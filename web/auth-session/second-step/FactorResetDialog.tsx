import { useState } from 'react';
import { m } from '#messages/messages.js';
import { call } from '#web/api/call.ts';
import { showError } from '#web/problems/show-error.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { showToast } from '#web/ui/toast-list.ts';
import { ownTime } from '../own-time.ts';
import { refreshSession } from '../signed-in.ts';

/** Shown in every session: a removal of all second factors is pending. Stopping it needs no further proof. */
export default function FactorResetDialog({ resetAt }: { resetAt: string }) {
  const [dismissedReset, setDismissedReset] = useState('');
  const [waiting, setWaiting] = useState(false);
  const stop = async () => {
    setWaiting(true);
    const result = await call('DELETE /v2/account/factor-reset', {});
    setWaiting(false);
    if (!result.ok) return showError(result.problem);
    showToast({ text: result.data.state === 'DONE' ? m.factor_reset_too_late() : m.factor_reset_stopped() });
    await refreshSession();
  };
  return (
    <Dialog
      open={dismissedReset !== resetAt}
      mustDecide
      onClose={() => setDismissedReset(resetAt)}
      title={m.factor_reset_dialog_title()}
      actions={
        <>
          <Button waiting={waiting} onClick={() => void stop()}>
            {m.factor_reset_stop()}
          </Button>
          <Button variant="quiet" onClick={() => setDismissedReset(resetAt)}>
            {m.factor_reset_was_me()}
          </Button>
        </>
      }
    >
      <p>{m.factor_reset_dialog_text({ time: ownTime(resetAt, 'full') })}</p>
    </Dialog>
  );
}
