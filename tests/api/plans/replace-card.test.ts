import { describe, expect, test } from 'vitest';
import { renewSubscription } from '#server/plans/renew-subscription.ts';
import { addDays } from '#server/subscriptions/calendar.ts';
import { billing, book, coParent, lastMail, replaceMethod, setRenewal } from '../../setup/account-calls.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { drain, mailsInOrder, moveClockTo, runDue, subscribe, subscriptionOf } from '../../setup/subscriber.ts';
import { upgrade } from '../../setup/upgrade-calls.ts';

const payPal = 'fake-paypal-billing-agreement-nonce';
const masterCard = 'fake-valid-mastercard-nonce';
const declined = { outcome: 'declined', code: '2000', kind: 'soft', reason: 'card_declined' } as const;

/** Mails about a renewal that could not be charged, oldest first. */
const declinedMails = async (site: TestSite, to: string) =>
  (await mailsInOrder(site, to))
    .filter(({ subject }) => subject.includes('could not be charged'))
    .map(({ text }) => text);

describe('BIL6: the card is replaced', () => {
  test('BIL6: between two tries: charged once, on the new card, at once', async () => {
    const site = await openSite();
    const parent = await subscribe(site);
    await drain(site);
    const { gateway } = site.jobDependencies;
    const realSale = gateway.sale;
    gateway.sale = async () => ({ outcome: 'declined', code: '2015', kind: 'hard', reason: 'card_declined' });
    moveClockTo(site, parent.periodEnd);
    await runDue(site);
    gateway.sale = realSale;
    moveClockTo(site, parent.periodEnd, 1);
    await runDue(site);
    expect(await book(site)).toHaveLength(1);
    expect((await replaceMethod(site, parent.userId, 'fake-valid-mastercard-nonce')).status).toBe(200);
    await drain(site, { times: 2 });
    await runDue(site);
    expect(await book(site)).toEqual([
      ['sale', 14_400],
      ['sale', 14_400],
    ]);
    const order = await site.dependencies.db
      .selectFrom('orders')
      .select('paymentMethod')
      .where('purpose', '=', 'RENEWAL')
      .executeTakeFirstOrThrow();
    expect(order.paymentMethod).toMatchObject({ cardBrand: 'MasterCard' });
    expect(await subscriptionOf(site, parent)).toMatchObject({ periodStart: parent.periodEnd, declinedOn: null });
  });

  test('BIL6: replaced twice in a day, each card is tried once', async () => {
    const site = await openSite();
    const parent = await subscribe(site);
    await drain(site);
    const { gateway } = site.jobDependencies;
    const realSale = gateway.sale;
    const asked: unknown[] = [];
    gateway.sale = async ({ source }) => {
      asked.push(source);
      return { outcome: 'declined', code: '2000', kind: 'soft', reason: 'card_declined' };
    };
    moveClockTo(site, parent.periodEnd);
    await runDue(site);
    for (const nonce of ['fake-valid-mastercard-nonce', 'fake-valid-visa-nonce']) {
      await replaceMethod(site, parent.userId, nonce);
      await drain(site, { times: 2 });
    }
    expect(new Set(asked.map((source) => JSON.stringify(source))).size).toBe(3);
    expect(asked).toHaveLength(3);
    gateway.sale = realSale;
    moveClockTo(site, parent.periodEnd, 3);
    await runDue(site);
    expect(await book(site)).toHaveLength(2);
  });

  test('BIL6: while the old one is declined for the last time: the new one is charged at once, and the plan goes on', async () => {
    const site = await openSite();
    const parent = await subscribe(site);
    const { gateway } = site.jobDependencies;
    const realSale = gateway.sale;
    gateway.sale = async () => declined;
    for (const day of [0, 3, 5]) {
      moveClockTo(site, parent.periodEnd, day);
      await runDue(site);
    }
    gateway.sale = async () => {
      gateway.sale = realSale;
      expect((await replaceMethod(site, parent.userId, masterCard)).status).toBe(200);
      return declined;
    };
    moveClockTo(site, parent.periodEnd, 7);
    await runDue(site);
    expect(await book(site)).toHaveLength(2);
    expect(await subscriptionOf(site, parent)).toMatchObject({ periodStart: parent.periodEnd, declinedOn: null });
    expect(await declinedMails(site, parent.email)).toHaveLength(3);
  });

  test('BIL6: one after the other, each while the one before is declined: each is tried once, and the mail names the last', async () => {
    const site = await openSite();
    const payer = await subscribe(site, { payForCoparent: true });
    const other = await coParent(site, payer);
    await setRenewal(site, payer.userId, payer.subscriptionId, false);
    const { gateway } = site.jobDependencies;
    const stored = [masterCard, 'fake-valid-discover-nonce'];
    const asked: unknown[] = [];
    gateway.sale = async ({ source }) => {
      asked.push(source);
      const nonce = stored.shift();
      if (nonce) await replaceMethod(site, payer.userId, nonce);
      return { ...declined, kind: 'hard' };
    };
    moveClockTo(site, payer.periodEnd);
    await runDue(site);
    expect(new Set(asked.map((source) => JSON.stringify(source))).size).toBe(3);
    expect(asked).toHaveLength(3);
    expect(await subscriptionOf(site, other)).toMatchObject({ state: 'CURRENT', declinedOn: payer.periodEnd });
    const mails = await declinedMails(site, payer.email);
    expect(mails).toEqual([expect.stringContaining('Discover')]);
  });

  test('BIL6: after a decline, before its mail is sent: no mail says of the new one that it was declined', async () => {
    const site = await openSite();
    const parent = await subscribe(site);
    const { gateway } = site.jobDependencies;
    const realSale = gateway.sale;
    gateway.sale = async () => declined;
    moveClockTo(site, parent.periodEnd);
    await renewSubscription(site.jobDependencies, parent);
    gateway.sale = realSale;
    await replaceMethod(site, parent.userId, masterCard);
    await drain(site);
    expect(await book(site)).toHaveLength(2);
    expect(await declinedMails(site, parent.email)).toEqual([]);
  });

  test('the old token is deleted at the gateway; what the receipts show of it stays', async () => {
    const site = await openSite();
    const parent = await subscribe(site);
    const { db } = site.dependencies;
    const deleted: string[] = [];
    const { gateway } = site.jobDependencies;
    const realDelete = gateway.deletePaymentMethod;
    gateway.deletePaymentMethod = (request) => {
      deleted.push(request.token);
      return realDelete(request);
    };
    const { token } = await db.selectFrom('paymentMethods').select('token').executeTakeFirstOrThrow();
    await replaceMethod(site, parent.userId, 'fake-valid-mastercard-nonce');
    await drain(site);
    expect(deleted).toEqual([token]);
    expect((await billing(site, parent.userId)).paymentMethod).toMatchObject({ cardBrand: 'MasterCard' });
    const mail = await lastMail(site, parent);
    expect(mail?.subject).toBe('Your Evenkeel payment method was changed');
    expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain('The earlier payment method was deleted.');
    const order = await db.selectFrom('orders').select('paymentMethod').executeTakeFirstOrThrow();
    expect(order.paymentMethod).toMatchObject({ cardBrand: 'Visa' });
  });

  test('BIL6: twenty concurrent card replacements, beside an upgrade with another card: each gets an answer, one card is kept and the others are deleted', async () => {
    const site = await openSite();
    const parent = await subscribe(site);
    const { db } = site.dependencies;
    const submitted = upgrade(site, parent, { packageId: 1002 }, { nonce: 'fake-valid-discover-nonce' });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => replaceMethod(site, parent.userId, 'fake-valid-mastercard-nonce')),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await submitted).body.outcome).toBe('PAID');
    expect(await db.selectFrom('paymentMethods').select('replacedAt').where('isDefault', '=', true).execute()).toEqual([
      { replacedAt: null },
    ]);
    await drain(site, { mails: false });
    expect(await db.selectFrom('paymentMethods').select('isDefault').execute()).toEqual([{ isDefault: true }]);
  });

  test('BIL6: a wallet account that is stored again on a retry day is charged again at once', async () => {
    const site = await openSite();
    const parent = await subscribe(site);
    await replaceMethod(site, parent.userId, payPal);
    await drain(site);
    const { gateway } = site.jobDependencies;
    const realSale = gateway.sale;
    gateway.sale = async () => ({ outcome: 'declined', code: '2000', kind: 'soft', reason: 'card_declined' });
    for (const day of [0, 3]) {
      moveClockTo(site, parent.periodEnd, day);
      await runDue(site);
    }
    const tries = () =>
      site.dependencies.db.selectFrom('paymentAttempts').select('id').where('purpose', '=', 'RENEWAL').execute();
    expect(await tries()).toHaveLength(2);
    await replaceMethod(site, parent.userId, payPal);
    await drain(site, { times: 2 });
    expect(await tries()).toHaveLength(3);
    expect(await subscriptionOf(site, parent)).toMatchObject({ retryOn: addDays(parent.periodEnd, 5) });
    gateway.sale = realSale;
    await replaceMethod(site, parent.userId, payPal);
    await drain(site, { times: 2 });
    expect(await book(site)).toHaveLength(2);
    expect(await subscriptionOf(site, parent)).toMatchObject({ periodStart: parent.periodEnd, declinedOn: null });
  });

  test('BIL6: a wallet account that is stored again before its deletion is kept, at the gateway too', async () => {
    const site = await openSite();
    const parent = await subscribe(site, { nonce: payPal });
    const { db, gateway } = site.jobDependencies;
    const { token } = await db.selectFrom('paymentMethods').select('token').executeTakeFirstOrThrow();
    await replaceMethod(site, parent.userId, 'fake-valid-mastercard-nonce');
    await replaceMethod(site, parent.userId, payPal);
    await drain(site);
    expect(await db.selectFrom('paymentMethods').select(['token', 'isDefault', 'replacedAt']).execute()).toEqual([
      { token, isDefault: true, replacedAt: null },
    ]);
    expect(await gateway.findPaymentMethod({ token })).toMatchObject({ outcome: 'found' });
  });

  test('BIL6: a wallet account that is stored again while the gateway deletes it is asked for again', async () => {
    const site = await openSite();
    const parent = await subscribe(site, { nonce: payPal });
    await replaceMethod(site, parent.userId, 'fake-valid-mastercard-nonce');
    const { gateway } = site.jobDependencies;
    const realDelete = gateway.deletePaymentMethod;
    gateway.deletePaymentMethod = async (request) => {
      gateway.deletePaymentMethod = realDelete;
      await replaceMethod(site, parent.userId, payPal);
      return realDelete(request);
    };
    await drain(site);
    expect(await billing(site, parent.userId)).toMatchObject({
      paymentMethod: null,
      subscriptions: [{ needsMethod: true }],
    });
    expect((await replaceMethod(site, parent.userId, payPal)).status).toBe(200);
    expect((await billing(site, parent.userId)).paymentMethod).toMatchObject({ type: 'PAYPAL' });
  });

  test('a card that is not accepted changes nothing', async () => {
    const site = await openSite();
    const parent = await subscribe(site);
    const refused = await replaceMethod(site, parent.userId, 'fake-processor-declined-visa-nonce');
    expect(refused.status).toBe(402);
    expect((await billing(site, parent.userId)).paymentMethod).toMatchObject({ cardLastFour: '1111' });
  });
});
