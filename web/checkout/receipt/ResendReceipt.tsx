import { useState } from 'react';
import { m } from '#messages/messages.js';
import { call } from '#web/api/call.ts';
import { showError } from '#web/problems/show-error.ts';
import { Button } from '#web/ui/Button.tsx';
import { showToast } from '#web/ui/toast-list.ts';

type Props = {
  orderId: string;
  /** The document, on a page with several. */
  invoiceNumber?: string;
};

/** Mails the receipt to its payer again. */
export function ResendReceipt({ orderId, invoiceNumber }: Props) {
  const [busy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    const sent = await call('POST /v2/account/receipts/:orderId/mail', { params: { orderId } });
    setBusy(false);
    if (sent.ok) showToast({ text: m.account_receipt_mailed({ email: sent.data.email }) });
    else if (sent.problem.code === 'FORBIDDEN') showToast({ text: m.account_receipt_mail_off(), tone: 'error' });
    else showError(sent.problem);
  };
  return (
    <Button
      variant="quiet"
      waiting={busy}
      aria-label={invoiceNumber && `${m.account_receipt_mail()}: ${invoiceNumber}`}
      onClick={() => void send()}
    >
      {m.account_receipt_mail()}
    </Button>
  );
}
