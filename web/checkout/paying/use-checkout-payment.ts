import type { RefObject } from 'react';
import { m } from '#messages/messages.js';
import { trackSubmit } from '#web/analytics/track.ts';
import type { CardFieldsHandle } from '#web/payment-methods/card/CardFields.tsx';
import { loadWithRetry } from '#web/ui/loading-error.ts';
import type { CheckoutSubject } from '../checkout.ts';
import { cardSpent, nonceSpent } from '../payment-choice.ts';
import type { PaymentView } from '../payment-views.ts';
import type { CheckoutState } from '../use-checkout.ts';
import { needsMethod } from './pay-outcome.ts';
import { useSubmitPayment } from './use-submit-payment.ts';

type Options = {
  subject: CheckoutSubject;
  state: CheckoutState;
  card: RefObject<CardFieldsHandle | null>;
  openView: (view: PaymentView) => void;
};

/** The payment of a sign-up or of an invited parent. */
export function useCheckoutPayment({ subject, state, card, openView }: Options) {
  const { invited } = subject;
  const requireNewMethod = () => {
    state.changeChoice(nonceSpent);
    openView('PAYMENT');
  };
  return useSubmitPayment({
    subjectId: subject.subjectId,
    calls: subject.calls,
    price: {
      before: state.quote.quote?.totals.totalFormatted,
      discounted: Boolean(state.quote.quote?.couponDetail),
      replace: state.quote.replace,
    },
    prepare: async (changed, { challenge }) => {
      const quote = changed ?? (state.quote.loading ? null : state.quote.quote);
      if (!quote) return null;
      const { preparePayment } = await loadWithRetry(() => import('./prepare-payment.ts'));
      const prepared = await preparePayment({ subject, state, card, quote, challenge });
      if ('missing' in prepared && prepared.methodNeeded) requireNewMethod();
      return prepared;
    },
    onOutcome: (outcome) => {
      if (needsMethod(outcome)) requireNewMethod();
      if (outcome.kind === 'authenticate') state.changeChoice(cardSpent);
    },
    onPaid: (paid) => {
      trackSubmit('Review', { invited });
      subject.onPaid(paid);
    },
    notReceived: () => (invited ? m.payment_invited_failed() : m.payment_not_received()),
    onLeave: subject.onProblem,
  });
}
