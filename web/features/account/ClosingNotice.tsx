import { useState } from 'react';
import type { Day } from '#contract/fields/day.ts';
import { m } from '#messages/messages.js';
import { call } from '#web/api/call.ts';
import { longDay } from '#web/i18n/long-day.ts';
import { showError } from '#web/problems/show-error.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Card.tsx';
import { showToast } from '#web/ui/toast-list.ts';

/** The account is scheduled for closing: the date, and a button that cancels it. */
export function ClosingNotice({ closesOn, onCancelled }: { closesOn: Day; onCancelled: () => Promise<void> }) {
  const [busy, setBusy] = useState(false);
  const cancelClosing = async () => {
    setBusy(true);
    const result = await call('DELETE /v2/account/deletion', {});
    if (result.ok) await onCancelled();
    setBusy(false);
    if (!result.ok) return showError(result.problem);
    showToast({ text: result.data.renewsNoMore ? m.account_closing_kept_renewal() : m.account_closing_kept() });
  };
  return (
    <Notice tone="error">
      <p>
        <strong>{m.account_closing_title({ date: longDay(closesOn) })}</strong>
      </p>
      <p>{m.account_closing_text()}</p>
      <div>
        <Button waiting={busy} onClick={() => void cancelClosing()}>
          {m.account_keep()}
        </Button>
      </div>
    </Notice>
  );
}
