import { useEffect, useEffectEvent, useState } from 'react';
import type { calculatePrice, OrderDetail, Quote } from '#contract/api/prices.ts';
import type { CallResult } from '../../api/call.ts';

export type AskPrice = (order: OrderDetail, signal: AbortSignal) => Promise<CallResult<typeof calculatePrice>>;

/** Several ticks in a row are one question. */
const restMs = 250;

type LivePrice = { quote: Quote | null; trouble: boolean };

const unknownPrice: LivePrice = { quote: null, trouble: false };

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
        setFound({ key, price: { quote: result.ok ? result.data : null, trouble: !result.ok } });
      });
    }, restMs);
    return () => {
      clearTimeout(timer);
      aborter.abort();
    };
  }, [key]);
  return found.key === key ? found.price : unknownPrice;
}
