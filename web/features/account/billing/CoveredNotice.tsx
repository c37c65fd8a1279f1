import { useState } from 'react';
import type { Day } from '#contract/fields/day.ts';
import { m } from '#messages/messages.js';
import { call } from '#web/api/call.ts';
import { longDay } from '#web/i18n/long-day.ts';
import { showError } from '#web/problems/show-error.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Card.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { LiveText } from '#web/ui/LiveText.tsx';

type Props = { from: Day | null; refresh: () => Promise<void> };

/** Somebody else's renewal also pays a plan for the reader, who may decline. Stays to confirm that. */
export function CoveredNotice({ from, refresh }: Props) {
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [declined, setDeclined] = useState(false);
  const decline = async () => {
    setBusy(true);
    const result = await call('POST /v2/account/renewal-cover/decline', {});
    setOpen(false);
    setDeclined(result.ok);
    if (!result.ok) showError(result.problem);
    await refresh();
    setBusy(false);
  };
  return (
    <>
      <LiveText>{declined && <Notice tone="success">{m.cover_declined()}</Notice>}</LiveText>
      {from !== null && (
        <Notice>
          <h2>{m.cover_heading()}</h2>
          <p>{m.cover_text({ date: longDay(from) })}</p>
          <div>
            <Button variant="quiet" onClick={() => setOpen(true)}>
              {m.cover_decline()}
            </Button>
          </div>
        </Notice>
      )}
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={m.cover_decline_title()}
        actions={
          <>
            <Button variant="quiet" onClick={() => setOpen(false)}>
              {m.cover_decline_no()}
            </Button>
            <Button waiting={busy} onClick={() => void decline()}>
              {m.cover_decline_yes()}
            </Button>
          </>
        }
      >
        <p>{m.cover_decline_text()}</p>
      </Dialog>
    </>
  );
}
