import { useRef, useState } from 'react';
import type { Quote } from '#contract/api/prices.ts';
import type { CallProblem } from '#web/api/problem.ts';
import type { ShownError } from './PaymentError.tsx';
import type { PayOutcome } from './pay-outcome.ts';
import type { QuoteChange } from './QuoteChangedDialog.tsx';
import { type PaidAnswer, type PaymentCalls, usePaying } from './use-paying.ts';

type Options<Body, P extends PaidAnswer> = {
  /** Identifies what is paid. */
  subjectId: string;
  calls: PaymentCalls<Body, P>;
  /**
   * Prepares the request for the displayed price, or for the changed one. `missing`: why nothing can be sent; null:
   * there is no price yet.
   */
  prepare: (
    changed: Quote | null,
    authentication: { challenge: boolean },
  ) => Promise<{ body: Body } | { missing: string } | null>;
  onPaid: (paid: P) => void;
  /** Called with every outcome before it is shown: a used payment method must be entered again. */
  onOutcome: (outcome: PayOutcome<P>) => void;
  notReceived: () => string;
  /** The submission never arrived: the page's data may be outdated. */
  onNotReceived?: () => void;
  /** Returns true if the problem leads to another page. */
  onLeave?: (problem: CallProblem) => boolean;
  /** `discounted`: the displayed price includes a coupon or a link's discount. */
  price: { before: string | undefined; discounted?: boolean; replace: (quote: Quote) => void };
  /** A text about the changed price, for pages without the confirmation dialog. */
  changedText?: (quote: Quote) => string;
};

/** Submits a payment once and shows its outcome: shared by every page that takes money. */
export function useSubmitPayment<Body, P extends PaidAnswer>(options: Options<Body, P>) {
  const { subjectId, calls, prepare, price } = options;
  const [shownError, setShownError] = useState<ShownError | null>(null);
  const [quoteChange, setQuoteChange] = useState<(QuoteChange & { quote: Quote }) | null>(null);
  const showError = (texts: readonly string[]) => setShownError((before) => ({ id: (before?.id ?? 0) + 1, texts }));

  const submitting = useRef(false);
  const [sending, setSending] = useState(false);
  const challenge = useRef<'none' | 'wanted' | 'given'>('none');
  /** Retries once with a challenge when the issuer requires it; after that the person decides. */
  const retryWithChallenge = (text: string) => {
    if (challenge.current === 'given') return showError([text]);
    challenge.current = 'wanted';
    if (!submitting.current) void submit(null);
    return undefined;
  };

  const onRequoted = (quote: Quote) => {
    if (options.changedText) showError([options.changedText(quote)]);
    else {
      const offerEnded = price.discounted === true && quote.couponDetail === null;
      setQuoteChange({ before: price.before ?? '', now: quote.totals.totalFormatted, offerEnded, quote });
    }
    price.replace(quote);
  };
  const onOutcome = (outcome: PayOutcome<P>, { fresh }: { fresh: boolean }) => {
    options.onOutcome(outcome);
    switch (outcome.kind) {
      case 'paid':
        return options.onPaid(outcome.paid);
      case 'declined':
        return showError([outcome.text]);
      case 'authenticate':
        return fresh ? retryWithChallenge(outcome.text) : showError([outcome.text]);
      case 'refused':
        return showError(outcome.texts);
      case 'requoted':
        return onRequoted(outcome.quote);
      case 'none':
        if (!fresh) return;
        showError([options.notReceived()]);
        return options.onNotReceived?.();
      case 'leave':
        return options.onLeave?.(outcome.problem) ? undefined : showError([outcome.problem.message]);
      case 'confirming':
      case 'unknown':
        return undefined;
    }
  };
  const { paying, submit: send } = usePaying<Body, P>({ subjectId, calls, onOutcome });

  const wantsChallenge = () => challenge.current === 'wanted';
  /** Busy from the start, because tokenising the card may precede the request. */
  const submit = async (changed: Quote | null) => {
    if (submitting.current) return;
    submitting.current = true;
    setSending(true);
    try {
      setShownError(null);
      do {
        const isChallenge = challenge.current === 'wanted';
        challenge.current = isChallenge ? 'given' : 'none';
        const prepared = await prepare(changed, { challenge: isChallenge });
        if (prepared && 'missing' in prepared) showError([prepared.missing]);
        else if (prepared) await send(prepared.body);
      } while (wantsChallenge());
    } finally {
      // Also after an exception, the button must not stay in its waiting state.
      submitting.current = false;
      setSending(false);
    }
  };
  return {
    polling: paying.state === 'polling' ? paying : null,
    sending,
    shownError,
    clearError: () => setShownError(null),
    quoteChange,
    submit: () => void submit(null),
    answerQuoteChange: (answer: 'stay' | 'pay') => {
      setQuoteChange(null);
      if (answer === 'pay' && quoteChange) void submit(quoteChange.quote);
    },
  };
}
