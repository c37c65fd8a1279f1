import { type RefObject, useRef, useState } from 'react';
import type { Quote } from '#contract/api/prices.ts';
import { m } from '#messages/messages.js';
import { trackSubmit } from '#web/analytics/track.ts';
import type { CardFieldsHandle } from '#web/payment-methods/card/CardFields.tsx';
import type { CheckoutSubject } from '../checkout.ts';
import { cardBilling } from '../methods/method-words.ts';
import { cardTokenized, isStale, type PaymentChoice, payingMethod, usedUp } from '../payment-choice.ts';
import type { PaymentView } from '../payment-views.ts';
import type { CheckoutState } from '../use-checkout.ts';
import type { PayOutcome } from './pay-outcome.ts';
import { paymentBody } from './payment-body.ts';
import type { ShownError } from './PaymentError.tsx';
import type { QuoteChange } from './QuoteChangedDialog.tsx';
import { usePaying } from './use-paying.ts';

type Options = {
  subject: CheckoutSubject;
  state: CheckoutState;
  card: RefObject<CardFieldsHandle | null>;
  go: (view: PaymentView) => void;
};

/** Pay, and what the page does with each outcome. */
export function usePayPress({ subject, state, card, go }: Options) {
  const { choice, codes, payForCoparent, consent } = state;
  const [shownError, setShownError] = useState<ShownError | null>(null);
  const [quoteChange, setQuoteChange] = useState<(QuoteChange & { quote: Quote }) | null>(null);
  const complain = (texts: readonly string[]) => setShownError((before) => ({ id: (before?.id ?? 0) + 1, texts }));
  const enterAgain = (texts: readonly string[]) => {
    state.changeChoice(usedUp);
    complain(texts);
    go('PAYMENT');
  };

  const onOutcome = (outcome: PayOutcome, { fresh }: { fresh: boolean }) => {
    switch (outcome.kind) {
      case 'paid':
        trackSubmit('Review', { invited: subject.invited });
        return subject.onPaid(outcome.paid);
      case 'declined':
        return enterAgain([outcome.text]);
      case 'refused':
        return outcome.methodNeeded ? enterAgain(outcome.texts) : complain(outcome.texts);
      case 'requoted': {
        const before = state.quote.quote?.totals.totalFormatted ?? '';
        setQuoteChange({ before, now: outcome.quote.totals.totalFormatted, quote: outcome.quote });
        return state.quote.replace(outcome.quote);
      }
      case 'none':
        return fresh ? complain([subject.invited ? m.payment_invited_failed() : m.payment_not_received()]) : undefined;
      case 'leave':
        return subject.onProblem(outcome.problem) ? undefined : complain([outcome.problem.message]);
      case 'confirming':
      case 'unknown':
        return undefined;
    }
  };
  const { paying, press } = usePaying({ subjectId: subject.subjectId, calls: subject.calls, onOutcome });

  const pay = async (quote: Quote) => {
    setShownError(null);
    const method = quote.totals.total === 0 ? null : payingMethod(choice);
    if (quote.totals.total > 0 && method === null) return enterAgain([m.payment_missing_method()]);
    const ready = method === 'CREDIT_CARD' ? await withCard({ choice, card, state, subject }) : choice;
    if (ready === null) return enterAgain([m.payment_card_again()]);
    const { person, order } = subject;
    return press(
      paymentBody({
        quote,
        order,
        choice: ready,
        method,
        person,
        codes: codes.wanted ? codes.applied : [],
        payForCoparent,
        consent,
        invited: subject.invited,
      }),
    );
  };
  const pressed = useRef(false);
  const [sending, setSending] = useState(false);
  /** Busy from the press on: the card may have to be asked for before anything is sent. */
  const payOnce = async (quote: Quote) => {
    if (pressed.current) return;
    pressed.current = true;
    setSending(true);
    try {
      await pay(quote);
    } finally {
      // Whatever broke, nobody is left before a button that waits for ever.
      pressed.current = false;
      setSending(false);
    }
  };
  return {
    paying,
    sending,
    shownError,
    clearError: () => setShownError(null),
    quoteChange,
    press: async () => {
      const { quote, loading } = state.quote;
      if (quote && !loading) await payOnce(quote);
    },
    answerQuoteChange: (answer: 'stay' | 'pay') => {
      setQuoteChange(null);
      if (answer === 'pay' && quoteChange) void payOnce(quoteChange.quote);
    },
  };
}

/** The card as the gateway gave it back, asked for again when it is used up or old; null when that fails. */
async function withCard({
  choice,
  card,
  state,
  subject,
}: Omit<Options, 'go'> & { choice: PaymentChoice }): Promise<PaymentChoice | null> {
  if (choice.card && !isStale(choice.card, Date.now())) return choice;
  const { firstName, lastName } = subject.person;
  const outcome = await card.current?.tokenize({
    cardholderName: `${firstName} ${lastName}`,
    billing: cardBilling(state.billing),
  });
  if (!outcome?.ok) return null;
  const change = cardTokenized(outcome, Date.now());
  state.changeChoice(change);
  return change(choice);
}
