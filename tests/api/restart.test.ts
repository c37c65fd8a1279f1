import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Quote } from '#contract/api/prices.ts';
import { billing, book, lastMail, setRenewal } from '../setup/account-calls.ts';
import { eventually } from '../setup/sandbox.ts';
import { openSite, type TestSite } from '../setup/site.ts';
import { drain, goTo, paidMeanwhile, runDue, signedIn, subscribe, type Subscriber, subscriptionOf } from '../setup/subscriber.ts';
import { send } from '../setup/sign-up.ts';

/** Somebody whose subscription was not renewed and ended forty days ago. */
async function lapsed(site: TestSite): Promise<{ parent: Subscriber; today: string }> {
  const parent = await subscribe(site);
  await setRenewal(site, parent.userId, parent.subscriptionId, false);
  const today = goTo(site, parent.periodEnd, 40);
  await runDue(site);
  return { parent, today };
}

/** The press of Pay on the price that is shown now; each with a key of its own, unless one is given. */
async function atRestart(site: TestSite, { userId, subscriptionId }: Subscriber) {
  const headers = await signedIn(site, userId);
  const path = `/v2/account/subscriptions/${subscriptionId}/restart`;
  const { body: quote } = await send<Quote>(site.app, { method: 'GET', path, headers });
  const payment = {
    amountDisplayed: quote.totals.total,
    taxAmountDisplayed: 0,
    taxId: quote.taxId,
    paymentType: null,
    nonce: null,
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

test('after a lapse it can begin again: a year from today, once', async () => {
  const site = await openSite();
  const { parent, today } = await lapsed(site);
  expect((await billing(site, parent.userId)).subscriptions).toMatchObject([{ state: 'LAPSED', mayRestart: true }]);
  const press = await atRestart(site, parent);
  const answers = await Promise.all([press(), press(), press()]);
  expect(answers.some(({ body: { outcome } }) => outcome === 'PAID')).toBe(true);
  expect(await book(site)).toEqual([
    ['sale', 14_400],
    ['sale', 14_400],
  ]);
  expect(await subscriptionOf(site, parent)).toMatchObject({ state: 'CURRENT', autoRenew: true, anchorDate: today, periodStart: today });
  await eventually(
    () => press(),
    ({ body: { code } }) => code === 'ALREADY_PAID',
  );
});

test('a new start that another plan has overtaken goes back whole, and the page says so', async () => {
  const site = await openSite();
  const { parent } = await lapsed(site);
  const press = await atRestart(site, parent);
  paidMeanwhile(site, parent.userId);
  const key = randomUUID();
  const paid = await press(key);
  expect(paid).toMatchObject({ status: 200, body: { outcome: 'PAID', givenBack: true } });
  expect((await press(key)).body.receipt.orderId).toBe(paid.body.receipt.orderId);
  await drain(site, { times: 2 });
  expect(await book(site)).toEqual([
    ['sale', 14_400],
    ['sale', 14_400],
    ['void', 14_400],
  ]);
  expect((await subscriptionOf(site, parent)).state).toBe('LAPSED');
  expect(await site.dependencies.db.selectFrom('refunds').select(['reason', 'state']).execute()).toEqual([
    { reason: 'NOT_COMPLETED', state: 'VOIDED' },
  ]);
  expect((await lastMail(site, parent))?.subject).toContain('refund');
});
