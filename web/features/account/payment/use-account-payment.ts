import { useRef } from 'react';
import { m } from '#messages/messages.js';
import { needsMethod, type ReadResult } from '#web/checkout/paying/pay-outcome.ts';
import { useSubmitPayment } from '#web/checkout/paying/use-submit-payment.ts';
import type { QuoteState } from '#web/checkout/use-quote.ts';
import { type AccountPaid, type AccountPaymentCalls, type Payment, paymentOf } from './account-payment.ts';
import { methodOnFile } from './card-on-file.ts';
import type { MethodChoiceState } from './use-method-choice.ts';

type Options = {
  /** Identifies what is paid: kind and subscription. */
  subjectId: string;
  calls: AccountPaymentCalls;
  quote: QuoteState;
  methodChoice: MethodChoiceState;
  codes: readonly string[];
  onPaid: (paid: AccountPaid) => void;
};

export function useAccountPayment({ subjectId, calls, quote, methodChoice, codes, onPaid }: Options) {
  /** Without a key only a payment in progress counts: an earlier one is unrelated to this page. */
  const isInProgress = useRef(false);
  const readPayment = async (key: string | null): Promise<ReadResult<AccountPaid>> => {
    const result = await calls.read(key === null ? {} : { key });
    if (!result.ok || key !== null || isInProgress.current) return result;
    isInProgress.current = result.data.outcome === 'CONFIRMING';
    return isInProgress.current ? result : { ok: true, data: { outcome: 'NONE' } };
  };
  return useSubmitPayment<Payment, AccountPaid>({
    subjectId,
    calls: { pay: ({ key, body }) => calls.pay({ key, payment: body, codes }), readPayment },
    price: { before: quote.quote?.totals.totalFormatted, replace: quote.replace },
    prepare: async (changed, { challenge }) => {
      const priced = changed ?? (quote.loading ? null : quote.quote);
      if (!priced) return null;
      const amountCents = priced.totals.total;
      const method = amountCents === 0 ? methodOnFile : await methodChoice.method({ amountCents, challenge });
      return 'missing' in method
        ? { missing: method.missing ?? m.payment_card_again() }
        : { body: paymentOf(priced, method) };
    },
    onOutcome: (outcome) => {
      if (needsMethod(outcome)) methodChoice.declined();
      // The issuer requires authentication of this method, so it stays selected.
      if (outcome.kind === 'authenticate') methodChoice.discardApproval();
    },
    onPaid,
    notReceived: m.payment_not_received,
    onNotReceived: quote.refresh,
  });
}
