import { useState } from 'react';
import { m } from '#messages/messages.js';
import { call } from '#web/api/call.ts';
import { showError } from '#web/problems/show-error.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import account from '../account.module.css';
import type { FamilyView } from './family-names.ts';

/** Withdraws an invite after a confirmation. */
export function WithdrawInvite({ name, onWithdrawn }: { name: string; onWithdrawn: (family: FamilyView) => void }) {
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const close = () => setOpen(false);
  const withdraw = async () => {
    setBusy(true);
    const withdrawn = await call('DELETE /v2/account/co-parent/invites', {});
    setBusy(false);
    close();
    if (withdrawn.ok) onWithdrawn(withdrawn.data);
    else showError(withdrawn.problem);
  };
  return (
    <>
      <Button variant="link" onClick={() => setOpen(true)}>
        {m.account_invite_withdraw()}
      </Button>
      <Dialog
        open={open}
        onClose={close}
        title={m.account_invite_withdraw_title({ name })}
        actions={
          <>
            <Button onClick={close}>{m.account_invite_keep()}</Button>
            <Button variant="quiet" waiting={busy} onClick={() => void withdraw()}>
              {m.account_invite_withdraw()}
            </Button>
          </>
        }
      >
        <ul className={account.list}>
          <li>{m.account_invite_withdraw_link()}</li>
          <li>{m.account_invite_withdraw_paid()}</li>
          <li>{m.account_invite_withdraw_again()}</li>
        </ul>
      </Dialog>
    </>
  );
}
