import { useState } from 'react';
import type { Billing } from '#contract/api/account.ts';
import { m } from '#messages/messages.js';
import { call } from '#web/api/call.ts';
import { longDay } from '#web/i18n/long-day.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { showError } from '#web/problems/show-error.ts';
import style from '../account.module.css';
import { Section } from '../Section.tsx';

type Props = {
  refund: NonNullable<Billing['refund']>;
  /** Called with the refunded amount. */
  onRefunded: (amountFormatted: string) => Promise<void>;
};

/**
 * The refund of the first payment while it is possible: amount, consequences and what is kept are shown before it is
 * confirmed.
 */
export function RefundSection({ refund, onRefunded }: Props) {
  const { amountFormatted: amount, until, kept, keptFormatted, codes, codesFormatted } = refund;
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const close = () => setOpen(false);
  const requestRefund = async () => {
    setBusy(true);
    const result = await call('POST /v2/account/refund', {});
    if (result.ok) await onRefunded(result.data.amountFormatted);
    setBusy(false);
    close();
    if (!result.ok) showError(result.problem);
  };
  return (
    <Section id="refund" heading={m.account_billing_refund()}>
      <Card>
        <p>{m.account_billing_refund_text({ date: longDay(until), amount })}</p>
        <div>
          <Button variant="quiet" onClick={() => setOpen(true)}>
            {m.account_billing_refund_ask()}
          </Button>
        </div>
      </Card>
      <Dialog
        open={open}
        mustDecide
        onClose={close}
        title={m.account_billing_refund_title({ amount })}
        actions={
          <>
            <Button onClick={close}>{m.account_billing_refund_no()}</Button>
            <Button variant="quiet" waiting={busy} onClick={() => void requestRefund()}>
              {m.account_billing_refund_yes({ amount })}
            </Button>
          </>
        }
      >
        <ul className={style.list}>
          <li>{m.account_billing_refund_goes({ amount })}</li>
          {codes > 0 && <li>{m.account_billing_refund_codes({ amount: codesFormatted })}</li>}
          <li>{m.account_billing_refund_ends()}</li>
          <li>{m.account_billing_refund_keeps()}</li>
          {kept > 0 && <li>{m.account_billing_refund_kept({ amount: keptFormatted })}</li>}
        </ul>
      </Dialog>
    </Section>
  );
}
