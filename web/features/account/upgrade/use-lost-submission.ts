import { call } from '#web/api/call.ts';
import { type PaymentProgress, usePaying } from '#web/checkout/paying/use-paying.ts';
import { useNavigate } from '#web/navigation/NavigationView.tsx';
import { showToast } from '#web/ui/toast-list.ts';
import type { AccountPaid } from '../payment/account-payment.ts';
import { searchOfReceipt, upgradeSubject } from './selection.ts';

/**
 * A payment submission from before a reload with an unknown outcome: it may have changed the plan, so the review would
 * be outdated. Polls until it is known, then shows the receipt (REL9).
 */
export function useLostSubmission(subscriptionId: string): Extract<PaymentProgress, { state: 'polling' }> | null {
  const navigate = useNavigate();
  const { paying } = usePaying<never, AccountPaid>({
    subjectId: upgradeSubject(subscriptionId),
    calls: {
      pay: () => Promise.reject(new Error('Nothing is paid here')),
      readPayment: async (key) =>
        key === null
          ? { ok: true, data: { outcome: 'NONE' } }
          : call('GET /v2/account/upgrades/payment', { query: { key } }),
    },
    onOutcome: (outcome) => {
      if (outcome.kind === 'paid') void navigate({ search: searchOfReceipt(outcome.paid) }, { replace: true });
      if (outcome.kind === 'declined') showToast({ text: outcome.text, tone: 'error' });
    },
  });
  return paying.state === 'polling' ? paying : null;
}
