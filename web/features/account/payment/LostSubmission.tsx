import { m } from '#messages/messages.js';
import { ConfirmingPayment } from '#web/checkout/paying/ConfirmingPayment.tsx';
import { usePaying } from '#web/checkout/paying/use-paying.ts';
import { showToast } from '#web/ui/toast-list.ts';
import { AccountPage } from '../AccountPage.tsx';
import type { AccountPaid, AccountPaymentCalls } from './account-payment.ts';

export type LostSubmissionProps = {
  /** Identifies what is paid. */
  subjectId: string;
  read: AccountPaymentCalls['read'];
  onPaid: (paid: AccountPaid) => void;
  /** No money moved. */
  onUnpaid: () => void;
};

/** Polls the outcome of a payment submission from before a reload until it is known (REL9). */
export function LostSubmission({ subjectId, read, onPaid, onUnpaid }: LostSubmissionProps) {
  const { paying } = usePaying<never, AccountPaid>({
    subjectId,
    calls: {
      pay: () => Promise.reject(new Error('Nothing is paid here')),
      readPayment: async (key) => (key === null ? { ok: true, data: { outcome: 'NONE' } } : read({ key })),
    },
    startPolling: true,
    onOutcome: (outcome) => {
      if (outcome.kind === 'paid') return onPaid(outcome.paid);
      if (outcome.kind === 'declined') showToast({ text: outcome.text, tone: 'error' });
      onUnpaid();
    },
  });
  return (
    <AccountPage heading={m.payment_confirming_heading()}>
      {paying.state === 'polling' && <ConfirmingPayment polling={paying} hasAccount />}
    </AccountPage>
  );
}
