import { randomUUID } from 'node:crypto';
import type { Quote } from '#contract/api/prices.ts';
import { send } from './sign-up.ts';
import type { TestSite } from './site.ts';
import { signedIn, type Subscriber } from './subscriber.ts';

/** Submits a payment at the price that is shown now; each with a key of its own, unless one is given. */
export async function atRestart(
  site: TestSite,
  { userId, subscriptionId }: Pick<Subscriber, 'userId' | 'subscriptionId'>,
  nonce: string | null = null,
) {
  const headers = await signedIn(site, userId);
  const path = `/v2/account/subscriptions/${subscriptionId}/restart`;
  const { body: quote } = await send<Quote>(site.app, { method: 'GET', path, headers });
  const payment = {
    amountDisplayed: quote.totals.total,
    taxAmountDisplayed: 0,
    taxId: quote.taxId,
    paymentType: nonce === null ? null : 'CREDIT_CARD',
    nonce,
    storePaymentOnFile: true,
  };
  return (key = randomUUID()) =>
    send<{ outcome: string; code: string; givenBack: boolean; receipt: { orderId: string } }>(site.app, {
      method: 'POST',
      path: `${path}/payments`,
      body: { payment },
      headers: { ...headers, 'idempotency-key': key },
    });
}
