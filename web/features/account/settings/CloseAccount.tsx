import { useState } from 'react';
import { m } from '#messages/messages.js';
import { call } from '#web/api/call.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { LoadError } from '#web/problems/LoadError.tsx';
import { showError } from '#web/problems/show-error.ts';
import { CardSkeletons } from '../AccountPage.tsx';
import account from '../account.module.css';
import { ClosingNotice } from '../ClosingNotice.tsx';
import { useSignedInQuery } from '#web/auth-session/use-signed-in-query.ts';

/** Asking for the account to be closed in 30 days, and taking that back. */
export function CloseAccount() {
  const answer = useSignedInQuery('GET /v2/account', {});
  const { refresh, replace } = answer;
  if (answer.state === 'failed') return <LoadError problem={answer.problem} onRetry={answer.retry} />;
  if (answer.state === 'loading') return <CardSkeletons count={1} />;
  const { deletion } = answer.data;
  const changed = async (next: typeof deletion) => {
    replace({ ...answer.data, deletion: next });
    await refresh();
  };
  if (deletion) {
    return (
      <div role="status">
        <ClosingNotice closesOn={deletion.closesOn} onKept={() => changed(null)} />
      </div>
    );
  }
  return <AskToClose onAsked={(closesOn) => changed({ closesOn })} />;
}

function AskToClose({ onAsked }: { onAsked: (closesOn: string) => Promise<void> }) {
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const shut = () => setOpen(false);
  const ask = async () => {
    setBusy(true);
    const result = await call('POST /v2/account/deletion', {});
    setBusy(false);
    shut();
    if (!result.ok) return showError(result.problem);
    await onAsked(result.data.closesOn);
    document.getElementById('close')?.focus();
  };
  return (
    <Card>
      <p>{m.account_settings_close_text()}</p>
      <div>
        <Button variant="quiet" onClick={() => setOpen(true)}>
          {m.account_settings_close_ask()}
        </Button>
      </div>
      <Dialog
        open={open}
        mustDecide
        onClose={shut}
        title={m.account_settings_close_title()}
        actions={
          <>
            <Button onClick={shut}>{m.account_keep()}</Button>
            <Button variant="quiet" waiting={busy} onClick={() => void ask()}>
              {m.account_settings_close_yes()}
            </Button>
          </>
        }
      >
        <ul className={account.list}>
          <li>{m.account_settings_close_now()}</li>
          <li>{m.account_settings_close_then()}</li>
          <li>{m.account_receipts_kept()}</li>
        </ul>
      </Dialog>
    </Card>
  );
}
