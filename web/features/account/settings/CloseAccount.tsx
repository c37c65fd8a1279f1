import { useState } from 'react';
import { m } from '#messages/messages.js';
import { callFresh } from '#web/auth-session/fresh-sign-in.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { LoadError } from '#web/problems/LoadError.tsx';
import { showError } from '#web/problems/show-error.ts';
import { CardSkeletons } from '../AccountPage.tsx';
import account from '../account.module.css';
import { ClosingNotice } from '../ClosingNotice.tsx';
import { useSignedInQuery } from '#web/auth-session/use-signed-in-query.ts';

type Props = { isProfessional: boolean };

/** The consequences of closing, shown before it is confirmed. */
const parent = [m.account_settings_close_now, m.account_settings_close_then, m.account_receipts_kept];
const professional = [
  m.account_settings_close_back,
  m.account_settings_close_families,
  m.account_settings_close_waiting,
  m.account_settings_close_paid,
  m.account_settings_close_kept,
];

/** Requests the closing of the account in 30 days, and cancels that. */
export function CloseAccount({ isProfessional }: Props) {
  const answer = useSignedInQuery('GET /v2/account/deletion', {});
  const { refresh, replace } = answer;
  if (answer.state === 'failed') return <LoadError problem={answer.problem} onRetry={answer.retry} />;
  if (answer.state === 'loading') return <CardSkeletons count={1} />;
  const { deletion } = answer.data;
  const changed = async (next: typeof deletion) => {
    replace({ deletion: next });
    await refresh();
  };
  if (deletion) {
    return (
      <div role="status">
        <ClosingNotice closesOn={deletion.closesOn} onCancelled={() => changed(null)} />
      </div>
    );
  }
  return <RequestClosing isProfessional={isProfessional} onRequested={(closesOn) => changed({ closesOn })} />;
}

function RequestClosing({ isProfessional, onRequested }: Props & { onRequested: (closesOn: string) => Promise<void> }) {
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const closeDialog = () => setOpen(false);
  const requestClosing = async () => {
    setBusy(true);
    closeDialog();
    const result = await callFresh('POST /v2/account/deletion', {});
    setBusy(false);
    if (!result.ok) return showError(result.problem);
    await onRequested(result.data.closesOn);
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
        onClose={closeDialog}
        title={m.account_settings_close_title()}
        actions={
          <>
            <Button onClick={closeDialog}>{m.account_keep()}</Button>
            <Button variant="quiet" waiting={busy} onClick={() => void requestClosing()}>
              {m.account_settings_close_yes()}
            </Button>
          </>
        }
      >
        <ul className={account.list}>
          {(isProfessional ? professional : parent).map((text) => (
            <li key={text()}>{text()}</li>
          ))}
        </ul>
      </Dialog>
    </Card>
  );
}
