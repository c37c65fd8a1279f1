import { useEffect, useEffectEvent, useState } from 'react';
import type { OrderDetail, Quote } from '#contract/api/prices.ts';
import type { CallProblem } from '#web/api/problem.ts';

type Priced = { ok: true; data: Quote } | { ok: false; problem: CallProblem };
export type AskPrice = (order: OrderDetail, signal: AbortSignal) => Promise<Priced>;

/** Several ticks in a row are one question. */
const restMs = 250;

export type LivePrice = { quote: Quote | null; problem: CallProblem | null };

const unknownPrice: LivePrice = { quote: null, problem: null };

/** The server's price of the order on the screen; the latest question alone is answered. Null until it answers. */
export function useLivePrice(order: OrderDetail | null, askPrice: AskPrice | null): LivePrice {
  const key = order === null || askPrice === null ? null : JSON.stringify(order);
  const [found, setFound] = useState<{ key: string | null; price: LivePrice }>({ key: null, price: unknownPrice });
  const ask = useEffectEvent(async (signal: AbortSignal) => (order && askPrice ? askPrice(order, signal) : null));
  useEffect(() => {
    if (key === null) return;
    const aborter = new AbortController();
    const timer = setTimeout(() => {
      void ask(aborter.signal).then((result) => {
        if (result === null || aborter.signal.aborted) return;
        setFound({
          key,
          price: result.ok ? { quote: result.data, problem: null } : { quote: null, problem: result.problem },
        });
      });
    }, restMs);
    return () => {
      clearTimeout(timer);
      aborter.abort();
    };
  }, [key]);
  return found.key === key ? found.price : unknownPrice;
}
