import type { Quote } from '#contract/api/prices.ts';
import { m } from '#messages/messages.js';
import type { CallProblem } from '#web/api/problem.ts';
import { useLatest } from '#web/api/use-query.ts';
import type { PriceWish } from './checkout.ts';

export type QuoteState = {
  /** The last price that is known; null before the first. */
  quote: Quote | null;
  /** A newer price is loading: the current one must not be paid. */
  loading: boolean;
  problem: CallProblem | null;
  /** Asks again: after a failure, or because the address changed. */
  refresh: () => void;
  /** Takes a price that another answer brought. */
  replace: (quote: Quote) => void;
};

/** Why the order cannot be paid as far as its price goes; undefined when it is known and stands. */
export function priceMissing({
  quote,
  loading,
  problem,
}: Pick<QuoteState, 'quote' | 'loading' | 'problem'>): string | undefined {
  if (problem) return m.payment_missing_price_failed();
  return loading || quote === null ? m.payment_missing_price() : undefined;
}

type Priced = { ok: true; data: Quote } | { ok: false; problem: CallProblem };
type Options = PriceWish & {
  price: (wish: PriceWish, signal?: AbortSignal) => Promise<Priced>;
  /** True where the problem leads away from the page. */
  onProblem: (problem: CallProblem) => boolean;
};

/** The price of the displayed order. The latest answer wins; older ones are dropped. */
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
    replace: query.replace,
  };
}
