import { useRef, useState } from 'react';
import type { Quote } from '#contract/api/prices.ts';
import { m } from '#messages/messages.js';
import type { PayOutcome, ReadResult } from '#web/checkout/paying/pay-outcome.ts';
import type { ShownError } from '#web/checkout/paying/PaymentError.tsx';
import type { QuoteChange } from '#web/checkout/paying/QuoteChangedDialog.tsx';
import { usePaying } from '#web/checkout/paying/use-paying.ts';
import type { QuoteState } from '#web/checkout/use-quote.ts';
import { type AccountPaid, type AccountPaymentCalls, type Payment, paymentOf } from './account-payment.ts';
import { methodOnFile, type PayWithState } from './use-pay-with.ts';

type Options = {
  /** Names what is paid: kind and subscription. */
  subjectId: string;
  calls: AccountPaymentCalls;
  quote: QuoteState;
  payWith: PayWithState;
  onPaid: (paid: AccountPaid) => void;
};

/** Pay from the account, once, and what the page does with each outcome. */
export function useAccountPress({ subjectId, calls, quote, payWith, onPaid }: Options) {
  const [shownError, setShownError] = useState<ShownError | null>(null);
  const [change, setChange] = useState<(QuoteChange & { quote: Quote }) | null>(null);
  const complain = (texts: readonly string[]) => setShownError((before) => ({ id: (before?.id ?? 0) + 1, texts }));
  const enterAgain = (texts: readonly string[]) => {
    payWith.usedUp();
    complain(texts);
  };

  const onOutcome = (outcome: PayOutcome<AccountPaid>, { fresh }: { fresh: boolean }) => {
    switch (outcome.kind) {
      case 'paid':
        return onPaid(outcome.paid);
      case 'declined':
        return enterAgain([outcome.text]);
      case 'refused':
        return outcome.methodNeeded ? enterAgain(outcome.texts) : complain(outcome.texts);
      case 'requoted':
        setChange({
          before: quote.quote?.totals.totalFormatted ?? '',
          now: outcome.quote.totals.totalFormatted,
          quote: outcome.quote,
        });
        return quote.replace(outcome.quote);
      case 'none':
        if (!fresh) return;
        complain([m.payment_not_received()]);
        // What is on the screen may be old by now.
        return quote.refresh();
      case 'leave':
        return complain([outcome.problem.message]);
      case 'confirming':
      case 'unknown':
        return undefined;
    }
  };

  /** Without a key only a payment that is under way counts: one that ended long ago says nothing about this page. */
  const underWay = useRef(false);
  const readPayment = async (key: string | null): Promise<ReadResult<AccountPaid>> => {
    const result = await calls.read(key === null ? {} : { key });
    if (!result.ok || key !== null || underWay.current) return result;
    underWay.current = result.data.outcome === 'CONFIRMING';
    return underWay.current ? result : { ok: true, data: { outcome: 'NONE' } };
  };
  const pay = ({ key, body }: { key: string; body: Payment }) => calls.pay({ key, payment: body });
  const { paying, press } = usePaying<Payment, AccountPaid>({
    subjectId,
    calls: { pay, readPayment },
    onOutcome,
  });

  const payPrice = async (priced: Quote) => {
    setShownError(null);
    const method = priced.totals.total === 0 ? methodOnFile : await payWith.method();
    if (method === null) return complain([m.payment_card_again()]);
    return press(paymentOf(priced, method));
  };
  return {
    paying,
    shownError,
    change,
    press: () => {
      if (quote.quote && !quote.loading) void payPrice(quote.quote);
    },
    answerChange: (answer: 'stay' | 'pay') => {
      setChange(null);
      if (answer === 'pay' && change) void payPrice(change.quote);
    },
  };
}
