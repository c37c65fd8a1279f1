import type { AccountPayment, AccountPaymentResult } from '#contract/api/account-payments.ts';
import type { Quote } from '#contract/api/prices.ts';
import type { payRestart } from '#contract/api/restarts.ts';
import type { BodyInput } from '#contract/api/route.ts';
import type { CallProblem } from '#web/api/problem.ts';
import type { Method } from './use-method-choice.ts';

export type Payment = BodyInput<typeof payRestart>['payment'];
export type AccountPaid = Extract<AccountPayment, { outcome: 'PAID' }>;
type Result<Data> = { ok: true; data: Data } | { ok: false; problem: CallProblem };

/** The API calls of a payment in the account. */
export type AccountPaymentCalls = {
  /** `codes`: at most one, where codes are taken. */
  price: (signal?: AbortSignal, codes?: readonly string[]) => Promise<Result<Quote>>;
  pay: (request: { key: string; payment: Payment; codes: readonly string[] }) => Promise<Result<AccountPayment>>;
  /** By the submission's key; without one, the latest payment of this kind. */
  read: (query: { key?: string }) => Promise<Result<AccountPaymentResult>>;
};

/** Longer than the server's gateway timeout, so that the server's response arrives first. */
export const payTimeoutMs = 60_000;

/** The body of a payment submission: the displayed price, and what pays it. */
export function paymentOf(quote: Quote, { paymentType, nonce, deviceData }: Method): Payment {
  const { total, taxAmount } = quote.totals;
  return {
    amountDisplayed: total,
    taxAmountDisplayed: taxAmount,
    taxId: quote.taxId,
    paymentType,
    nonce,
    cardHolderName: null,
    pricingLocale: 'en-US',
    storePaymentOnFile: true,
    ...(deviceData === null ? {} : { deviceData }),
  };
}
