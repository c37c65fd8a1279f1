import { useEffect, useEffectEvent, useState } from 'react';
import type { Quote } from '#contract/api/prices.ts';
import { m } from '#messages/messages.js';
import type { CallProblem } from '#web/api/problem.ts';
import { useLanguage } from '#web/i18n/language.ts';
import type { PriceWish } from './checkout.ts';

export type QuoteState = {
  /** The last price that is known; null before the first. */
  quote: Quote | null;
  /** A newer price is on its way: the one at hand must not be paid. */
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
  onProblem: (problem: CallProblem) => boolean;
};
type Found = { asking: string | null; quote: Quote | null; problem: CallProblem | null };

/** The price of the order as it stands on the screen. The latest answer wins; older ones are dropped. */
export function useQuote({ price, onProblem, payForCoparent, paymentCodes }: Options): QuoteState {
  const language = useLanguage();
  const [round, setRound] = useState(0);
  const [found, setFound] = useState<Found>({ asking: null, quote: null, problem: null });
  /** One question: language, wish and round make it another one. */
  const asking = JSON.stringify([round, language, payForCoparent, paymentCodes]);

  const ask = useEffectEvent((signal: AbortSignal) => price({ payForCoparent, paymentCodes }, signal));
  const isElsewhere = useEffectEvent((problem: CallProblem) => onProblem(problem));
  useEffect(() => {
    const aborter = new AbortController();
    void ask(aborter.signal).then((result) => {
      if (aborter.signal.aborted) return;
      if (result.ok) setFound({ asking, quote: result.data, problem: null });
      else if (!isElsewhere(result.problem)) setFound(({ quote }) => ({ asking, quote, problem: result.problem }));
    });
    return () => aborter.abort();
  }, [asking]);

  const current = found.asking === asking;
  return {
    quote: found.quote,
    loading: !current,
    problem: current ? found.problem : null,
    refresh: () => setRound((count) => count + 1),
    replace: (quote) => setFound({ asking, quote, problem: null }),
  };
}
