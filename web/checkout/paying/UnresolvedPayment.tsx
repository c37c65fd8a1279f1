import type { Paid } from '#contract/api/payments.ts';
import { m } from '#messages/messages.js';
import { StepPage } from '#web/join-session/step-page/StepPage.tsx';
import type { CheckoutSubject } from '../checkout.ts';
import { LateConfirmingPayment } from './LateConfirmingPayment.tsx';
import { usePaying } from './use-paying.ts';

type Props = Pick<CheckoutSubject, 'subjectId' | 'calls' | 'invited'> & {
  onPaid: (paid: Paid) => void;
  /** No money moved, or the sign-up can no longer be read. */
  onUnpaid: () => void;
};

/**
 * A payment is being confirmed in a tab without an order: another tab started it, or it was started before a new
 * release.
 */
export function UnresolvedPayment({ subjectId, calls, invited, onPaid, onUnpaid }: Props) {
  const { paying } = usePaying({
    subjectId,
    calls,
    startPolling: true,
    onOutcome: (outcome) => (outcome.kind === 'paid' ? onPaid(outcome.paid) : onUnpaid()),
  });
  return (
    <StepPage step={invited ? 3 : 4} invited={invited} heading={m.payment_confirming_heading()}>
      <LateConfirmingPayment polling={paying.state === 'polling' ? paying : null} />
    </StepPage>
  );
}
