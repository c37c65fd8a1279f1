import { useState } from 'react';
import type * as z from 'zod/mini';
import type { proofs } from '#contract/api/proofs.ts';
import { m } from '#messages/messages.js';
import { call } from '#web/api/call.ts';
import { longDay } from '#web/i18n/long-day.ts';
import { showError } from '#web/problems/show-error.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import layout from '#web/ui/layout.module.css';
import account from '../account.module.css';

type OwnProofs = z.output<typeof proofs>;
type Props = { proof: OwnProofs['proofs'][number]; onWithdrawn: (remaining: OwnProofs) => void };

/** A valid proof with its withdrawal, confirmed in a dialog. */
export function ProofRow({ proof: { id, issuedOn, checkedUntil }, onWithdrawn }: Props) {
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const date = longDay(issuedOn);
  const close = () => setOpen(false);
  const withdraw = async () => {
    setBusy(true);
    const remaining = await call('DELETE /v2/account/proofs/:proofId', { params: { proofId: id } });
    setBusy(false);
    close();
    if (remaining.ok) onWithdrawn(remaining.data);
    else showError(remaining.problem);
  };
  return (
    <li className={account.row}>
      <div className={account.what}>
        <p>{m.proof_item({ date })}</p>
        <p className={layout.soft}>{m.proof_item_until({ date: longDay(checkedUntil) })}</p>
      </div>
      <Button variant="quiet" aria-label={m.proof_withdraw_named({ date })} onClick={() => setOpen(true)}>
        {m.proof_withdraw()}
      </Button>
      <Dialog
        open={open}
        onClose={close}
        title={m.proof_withdraw_title()}
        actions={
          <>
            <Button onClick={close}>{m.proof_keep()}</Button>
            <Button variant="quiet" waiting={busy} onClick={() => void withdraw()}>
              {m.proof_withdraw()}
            </Button>
          </>
        }
      >
        <p>{m.proof_withdraw_text()}</p>
      </Dialog>
    </li>
  );
}
