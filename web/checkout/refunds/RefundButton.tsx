import { type ReactNode, useRef, useState } from 'react';
import { m } from '#messages/messages.js';
import { type CallProblem, isConnectionProblem } from '#web/api/problem.ts';
import { showError } from '#web/problems/show-error.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { showToast } from '#web/ui/toast-list.ts';

type Result = { ok: true; data: { amountFormatted: string } } | { ok: false; problem: CallProblem };

export type RefundButtonProps = {
  texts: { ask: string; title: string; no: string; yes: string };
  /** What the refund ends and keeps, shown before it is confirmed. */
  consequences: ReactNode;
  call: () => Promise<Result>;
  /** Loads the page's data again, after a refund and after any failure: the refund may have begun nevertheless. */
  refresh: () => Promise<unknown>;
  /** Called with the refunded amount, after `refresh`. */
  onRefunded: (amountFormatted: string) => void;
};

/** Refunds after a confirmation, and stays busy until the page is up to date, so that nothing is refunded twice. */
export function RefundButton({ texts, consequences, call, refresh, onRefunded }: RefundButtonProps) {
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const mayHaveBegun = useRef(false);
  const close = () => setOpen(false);
  const requestRefund = async () => {
    setBusy(true);
    const result = await call();
    close();
    if (!result.ok) {
      const { problem } = result;
      const isUnknown = isConnectionProblem(problem) || problem.code === 'UNEXPECTED';
      mayHaveBegun.current ||= isUnknown;
      if (isUnknown || (problem.code === 'NOT_REFUNDABLE' && mayHaveBegun.current))
        showToast({ text: m.account_billing_refund_unknown(), tone: 'error' });
      else showError(problem);
    }
    await refresh();
    if (result.ok) onRefunded(result.data.amountFormatted);
    setBusy(false);
  };
  return (
    <div>
      <Button variant="quiet" waiting={busy} onClick={() => setOpen(true)}>
        {texts.ask}
      </Button>
      <Dialog
        open={open}
        mustDecide
        onClose={close}
        title={texts.title}
        actions={
          <>
            <Button onClick={close}>{texts.no}</Button>
            <Button variant="quiet" waiting={busy} onClick={() => void requestRefund()}>
              {texts.yes}
            </Button>
          </>
        }
      >
        {consequences}
      </Dialog>
    </div>
  );
}
