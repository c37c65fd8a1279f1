import type { OrderDetail, Quote } from '#contract/api/prices.ts';
import type { CallProblem } from '#web/api/problem.ts';
import { useLatest } from '#web/api/use-query.ts';

type Priced = { ok: true; data: Quote } | { ok: false; problem: CallProblem };
export type AskPrice = (order: OrderDetail, signal: AbortSignal) => Promise<Priced>;

export type LivePrice = { quote: Quote | null; problem: CallProblem | null };

/** The server's price of the order on the screen; null until it answers. */
export function useLivePrice(order: OrderDetail | null, askPrice: AskPrice | null): LivePrice {
  const question = order &&
    askPrice && { key: JSON.stringify(order), fetch: (signal: AbortSignal) => askPrice(order, signal) };
  const price = useLatest(question, { delayMs: 250 });
  return {
    quote: price.state === 'ready' ? price.data : null,
    problem: price.state === 'failed' ? price.problem : null,
  };
}
