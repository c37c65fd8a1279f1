import type { Quote } from '#contract/api/prices.ts';
import { m } from '#messages/messages.js';
import type { CallProblem } from '#web/api/problem.ts';
import { type Query, useLatest } from '#web/api/use-query.ts';
import type { PriceSelection } from './checkout.ts';

export type QuoteState = {
  /** The latest known price; null before the first. */
  quote: Quote | null;
  /** A newer price is loading: the current one must not be paid. */
  loading: boolean;
  problem: CallProblem | null;
  /** Loads again: after a failure, or because the address changed. */
  refresh: () => void;
  refreshUntil: Query<Quote>['retryUntil'];
  /** Sets a price from another call's response. */
  replace: (quote: Quote) => void;
};

/** Why the price blocks the payment; undefined if it is current. */
export function priceMissing({
  quote,
  loading,
  problem,
}: Pick<QuoteState, 'quote' | 'loading' | 'problem'>): string | undefined {
  if (problem) return m.payment_missing_price_failed();
  return loading || quote === null ? m.payment_missing_price() : undefined;
}

type Priced = { ok: true; data: Quote } | { ok: false; problem: CallProblem };
type Options = PriceSelection & {
  price: (selection: PriceSelection, signal?: AbortSignal) => Promise<Priced>;
  /** Returns true if the problem leads to another page. */
  onProblem: (problem: CallProblem) => boolean;
};

/** The price of the displayed order. The latest response wins. */
export function useQuote({ price, onProblem, payForCoparent, paymentCodes }: Options): QuoteState {
  const query = useLatest<Quote>({
    key: JSON.stringify([payForCoparent, paymentCodes]),
    fetch: async (signal) => {
      const result = await price({ payForCoparent, paymentCodes }, signal);
      return !signal.aborted && !result.ok && onProblem(result.problem) ? null : result;
    },
  });
  return {
    quote: query.last,
    loading: query.state === 'loading',
    problem: query.state === 'failed' ? query.problem : null,
    refresh: query.retry,
    refreshUntil: query.retryUntil,
    replace: query.replace,
  };
}
