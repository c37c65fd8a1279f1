import { randomUUID } from 'node:crypto';
import type { AccountPayment } from '#contract/api/account-payments.ts';
import type { Quote } from '#contract/api/prices.ts';
import { type Answer, send } from './sign-up.ts';
import type { TestSite } from './site.ts';
import { type Subscriber, signedIn } from './subscriber.ts';

type Order = { packageId: number; productId?: string | null; services?: string[] };
type Paying = AccountPayment & { code: string; quote: Quote; validationErrors: { field: string }[] };

/** The current price of an upgrade. */
export async function priceOf(
  site: TestSite,
  { userId }: Pick<Subscriber, 'userId'>,
  order: Order,
): Promise<Answer<Quote>> {
  return send<Quote>(site.app, {
    method: 'POST',
    path: '/v2/account/upgrades/prices',
    body: { order },
    headers: await signedIn(site, userId),
  });
}

type UpgradeOptions = { quote?: Quote; key?: string; nonce?: string | null; change?: object };

/** Pays for an upgrade at the current price or the given one. */
export async function upgrade(
  site: TestSite,
  parent: Pick<Subscriber, 'userId'>,
  order: Order,
  { nonce = null, key = randomUUID(), change = {}, ...submission }: UpgradeOptions = {},
): Promise<Answer<Paying>> {
  const priced = submission.quote ? null : await priceOf(site, parent, order);
  if (priced && priced.status !== 200) return { ...priced, body: priced.body as unknown as Paying };
  const quote = submission.quote ?? (priced as Answer<Quote>).body;
  const payment = {
    amountDisplayed: quote.totals.total,
    taxAmountDisplayed: quote.totals.taxAmount,
    taxId: quote.taxId,
    paymentType: nonce === null ? null : 'CREDIT_CARD',
    nonce,
    storePaymentOnFile: true,
    ...change,
  };
  const headers = { ...(await signedIn(site, parent.userId)), 'idempotency-key': key };
  return send<Paying>(site.app, {
    method: 'POST',
    path: '/v2/account/upgrades/payments',
    body: { payment, order },
    headers,
  });
}
