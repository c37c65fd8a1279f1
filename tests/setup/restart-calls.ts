import { randomUUID } from 'node:crypto';
import type { Quote } from '#contract/api/prices.ts';
import { send } from './sign-up.ts';
import type { TestSite } from './site.ts';
import { type Subscriber, signedIn } from './subscriber.ts';

type RestartAnswer = { outcome: string; code: string; givenBack: boolean; receipt: { orderId: string } };

/** Submits a payment at the price that is shown now; each with a key of its own, unless one is given. */
export async function atRestart(
  site: TestSite,
  { userId, subscriptionId }: Pick<Subscriber, 'userId' | 'subscriptionId'>,
  nonce: string | null = null,
) {
  const headers = await signedIn(site, userId);
  const path = `/v2/account/subscriptions/${subscriptionId}/restart`;
  const priced = await send<Quote>(site.app, { method: 'GET', path, headers });
  // Refused, it is tried by a client that never asked for the price.
  const quote = priced.status === 200 ? priced.body : { taxId: 'none', totals: { total: 0, taxAmount: 0 } };
  const payment = {
    amountDisplayed: quote.totals.total,
    taxAmountDisplayed: quote.totals.taxAmount,
    taxId: quote.taxId,
    paymentType: nonce === null ? null : 'CREDIT_CARD',
    nonce,
    storePaymentOnFile: true,
  };
  return (key = randomUUID()) =>
    send<RestartAnswer>(site.app, {
      method: 'POST',
      path: `${path}/payments`,
      body: { payment },
      headers: { ...headers, 'idempotency-key': key },
    });
}
