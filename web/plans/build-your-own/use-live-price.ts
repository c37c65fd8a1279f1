import type { OrderDetail, Quote } from '#contract/api/prices.ts';
import type { CallProblem } from '#web/api/problem.ts';
import { useLatest } from '#web/api/use-query.ts';

type Priced = { ok: true; data: Quote } | { ok: false; problem: CallProblem };
export type FetchPrice = (order: OrderDetail, signal: AbortSignal) => Promise<Priced>;

export type LivePrice = { quote: Quote | null; problem: CallProblem | null };

/** The server's quote for the order on the screen; null until it responds. */
export function useLivePrice(order: OrderDetail | null, fetchPrice: FetchPrice | null): LivePrice {
  const question = order &&
    fetchPrice && { key: JSON.stringify(order), fetch: (signal: AbortSignal) => fetchPrice(order, signal) };
  const price = useLatest(question, { delayMs: 250 });
  return {
    quote: price.state === 'ready' ? price.data : null,
    problem: price.state === 'failed' ? price.problem : null,
  };
}
