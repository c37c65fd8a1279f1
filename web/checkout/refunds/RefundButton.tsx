import { type ReactNode, useState } from 'react';
import { m } from '#messages/messages.js';
import type { CallProblem } from '#web/api/problem.ts';
import { showError } from '#web/problems/show-error.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';

type Result = { ok: true; data: { amountFormatted: string } } | { ok: false; problem: CallProblem };
type Props = {
  amount: string;
  /** What the refund ends, shown before it is confirmed. */
  consequence: ReactNode;
  call: () => Promise<Result>;
  /** Called with the refunded amount. The button stays busy until it resolves, so that nothing is refunded twice. */
  onRefunded: (amount: string) => Promise<void>;
};

/** Refunds what is unused, after a confirmation. */
export function RefundButton({ amount, consequence, call, onRefunded }: Props) {
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const close = () => setOpen(false);
  const requestRefund = async () => {
    setBusy(true);
    const result = await call();
    close();
    if (result.ok) await onRefunded(result.data.amountFormatted);
    else showError(result.problem);
    setBusy(false);
  };
  return (
    <div>
      <Button variant="quiet" waiting={busy} onClick={() => setOpen(true)}>
        {m.pro_back_ask({ amount })}
      </Button>
      <Dialog
        open={open}
        mustDecide
        onClose={close}
        title={m.pro_back_title({ amount })}
        actions={
          <>
            <Button onClick={close}>{m.pro_back_no()}</Button>
            <Button variant="quiet" waiting={busy} onClick={() => void requestRefund()}>
              {m.pro_back_yes({ amount })}
            </Button>
          </>
        }
      >
        <p>{m.account_billing_refund_goes({ amount })}</p>
        <p>{consequence}</p>
      </Dialog>
    </div>
  );
}
