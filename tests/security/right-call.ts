import { randomUUID } from 'node:crypto';
import type { Quote } from '#contract/api/prices.ts';

type Headers = Record<string, string>;
/** A valid call; where a part is a function, each submission differs. */
export type Call = { path?: string; headers?: Headers | (() => Headers); body?: object | string | (() => object) };

export const another = (name: string) => `${name}-${randomUUID()}@example.com`;
export const withIdempotencyKey = (headers: Headers) => () => ({ ...headers, 'idempotency-key': randomUUID() });
export const card = ({ totals, taxId }: Pick<Quote, 'totals' | 'taxId'>) => ({
  amountDisplayed: totals.total,
  taxAmountDisplayed: totals.taxAmount,
  taxId,
  paymentType: 'CREDIT_CARD',
  nonce: 'fake-valid-visa-nonce',
});
