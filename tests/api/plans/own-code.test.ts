import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Quote } from '#contract/api/prices.ts';
import { renewSubscription } from '#server/plans/renew-subscription.ts';
import { anniversary } from '#server/subscriptions/calendar.ts';
import { billing, charges, setRenewal } from '../../setup/account-calls.ts';
import { code, issueCode, leftOnCode, payWithCode, priceOfCode } from '../../setup/codes/own-codes.ts';
import { send } from '../../setup/sign-up.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import {
  drain,
  moveClockTo,
  runDue,
  type Subscriber,
  signedIn,
  subscribe,
  subscriptionOf,
} from '../../setup/subscriber.ts';

async function restartPrice(site: TestSite, { userId, subscriptionId }: Subscriber, typed = code) {
  const path = `/v2/account/subscriptions/${subscriptionId}/restart/prices`;
  const headers = await signedIn(site, userId);
  return send<Quote>(site.app, { method: 'POST', path, body: { code: typed }, headers });
}

/** Restarts with the code and a card. */
async function restart(site: TestSite, parent: Subscriber, nonce: string | null, key = randomUUID()) {
  const { totals, taxId } = (await restartPrice(site, parent)).body;
  const payment = {
    amountDisplayed: totals.total,
    taxAmountDisplayed: totals.taxAmount,
    taxId,
    paymentType: nonce === null ? null : 'CREDIT_CARD',
    nonce,
    storePaymentOnFile: true,
  };
  return send<{ outcome?: string }>(site.app, {
    method: 'POST',
    path: `/v2/account/subscriptions/${parent.subscriptionId}/restart/payments`,
    body: { payment, code },
    headers: { ...(await signedIn(site, parent.userId)), 'idempotency-key': key },
  });
}

/** A subscriber some days before the renewal, with a code. */
async function beforeRenewal(days: number, cents?: number): Promise<{ site: TestSite; parent: Subscriber }> {
  const site = await openSite();
  const parent = await subscribe(site);
  moveClockTo(site, parent.periodEnd, -days);
  await issueCode(site, cents);
  return { site, parent };
}

describe('CHO7: a code in the account', () => {
  test('CHO7: pays the announced renewal: said before, once for ten tabs, and nothing is charged on the day', async () => {
    const { site, parent } = await beforeRenewal(10, 20_000);
    expect((await billing(site, parent.userId)).codePays).toBe(true);
    const until = anniversary(parent.periodEnd, 1);
    expect((await priceOfCode(site, parent)).body).toMatchObject({
      from: parent.periodEnd,
      until,
      amount: 14_400,
      leftFormatted: 'US$56.00',
    });
    expect(await leftOnCode(site)).toBe(20_000);
    const tabs = await Promise.all(Array.from({ length: 10 }, () => payWithCode(site, parent)));
    expect(tabs.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(tabs.filter(({ body }) => body.code === 'CONFLICT')).toHaveLength(9);
    expect(await leftOnCode(site)).toBe(5_600);
    moveClockTo(site, parent.periodEnd);
    await runDue(site);
    expect(await charges(site)).toEqual([14_400]);
    expect(await subscriptionOf(site, parent)).toMatchObject({ periodEnd: until, autoRenew: true });
  });

  test('CHO7: at the moment of the renewal’s charge one of both pays', async () => {
    const { site, parent } = await beforeRenewal(0);
    await Promise.all([payWithCode(site, parent), renewSubscription(site.jobDependencies, parent)]);
    await drain(site);
    const until = anniversary(parent.periodEnd, 1);
    expect(await subscriptionOf(site, parent)).toMatchObject({ periodEnd: until });
    expect((await charges(site)).length + ((await leftOnCode(site)) === 0 ? 1 : 0)).toBe(2);
  });

  test('CHO7: before the renewal is announced, or cancelled, it pays nothing', async () => {
    const { site, parent } = await beforeRenewal(31);
    expect((await billing(site, parent.userId)).codePays).toBe(false);
    expect((await payWithCode(site, parent)).body.code).toBe('CONFLICT');
    moveClockTo(site, parent.periodEnd, -30);
    expect((await priceOfCode(site, parent)).status).toBe(200);
    await setRenewal(site, parent.userId, parent.subscriptionId, false);
    expect((await priceOfCode(site, parent)).body.code).toBe('CONFLICT');
    expect(await leftOnCode(site)).toBe(14_400);
  });

  test('CHO7: a restart takes a code for a part and charges the rest, once; declined, the code is whole again', async () => {
    const { site, parent } = await beforeRenewal(10, 4_400);
    await setRenewal(site, parent.userId, parent.subscriptionId, false);
    const today = moveClockTo(site, parent.periodEnd, 3);
    await runDue(site);
    expect((await priceOfCode(site, parent)).body.code).toBe('CONFLICT');
    const declined = await restart(site, parent, 'fake-gateway-rejected-fraud-nonce');
    expect(declined.body.outcome).toBeUndefined();
    expect(await leftOnCode(site)).toBe(4_400);
    const key = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => restart(site, parent, 'fake-valid-visa-nonce', key)));
    expect(answers.filter(({ body }) => body.outcome === 'PAID').length).toBeGreaterThan(0);
    expect(await charges(site)).toEqual([14_400, 10_000]);
    expect(await leftOnCode(site)).toBe(0);
    expect(await subscriptionOf(site, parent)).toMatchObject({
      state: 'CURRENT',
      autoRenew: true,
      periodEnd: anniversary(today, 1),
    });
  });

  test('CHO7: a restart that a code covers charges nothing; an unknown code takes nothing off and says so', async () => {
    const { site, parent } = await beforeRenewal(10, 20_000);
    await setRenewal(site, parent.userId, parent.subscriptionId, false);
    moveClockTo(site, parent.periodEnd);
    await runDue(site);
    const unknown = await restartPrice(site, parent, 'YEAR-9999-9999');
    expect(unknown.body).toMatchObject({ totals: { total: 14_400 }, refusedCodes: [{ reason: 'activation_code' }] });
    expect((await restart(site, parent, null)).body.outcome).toBe('PAID');
    expect(await charges(site)).toEqual([14_400]);
    expect(await leftOnCode(site)).toBe(5_600);
  });

  test('CHO7: worth less than the year, unknown, or for another amount than was shown, it is not used', async () => {
    const { site, parent } = await beforeRenewal(10, 14_399);
    const refused = await priceOfCode(site, parent);
    expect(refused.body.validationErrors).toMatchObject([{ field: 'code', code: 'code_pays_part' }]);
    await site.dependencies.db
      .updateTable('activationCodes')
      .set({ remainingCents: 14_400, amountCents: 14_400 })
      .where('lastFour', '=', '6789')
      .execute();
    expect((await payWithCode(site, parent, 14_000)).body.code).toBe('CONFLICT');
    expect(await leftOnCode(site)).toBe(14_400);
    const other = await subscribe(site);
    expect((await payWithCode(site, { ...other, subscriptionId: parent.subscriptionId })).body.code).toBe('NOT_FOUND');
  });
});
