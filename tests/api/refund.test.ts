import { describe, expect, test } from 'vitest';
import { askRefund, billing, book, lastMail } from '../setup/account-calls.ts';
import { ledger, setFault, settleSales } from '../setup/sandbox.ts';
import { openSite } from '../setup/site.ts';
import { drain, goTo, runDue, signedIn, subscribe, subscriptionOf } from '../setup/subscriber.ts';
import { send } from '../setup/sign-up.ts';

describe('the first payment, back in full', () => {
  test('before it has settled it is voided; it ends at once and a mail says so', async () => {
    const site = await openSite();
    const parent = await subscribe(site);
    await drain(site);
    expect((await billing(site, parent.userId)).refund).toMatchObject({ amount: 14_400, kept: 0 });
    expect((await askRefund(site, parent.userId)).body.amount).toBe(14_400);
    expect((await billing(site, parent.userId)).refunds).toMatchObject([{ amount: 14_400 }]);
    await drain(site);
    expect(await book(site)).toEqual([
      ['sale', 14_400],
      ['void', 14_400],
    ]);
    expect(await subscriptionOf(site, parent)).toMatchObject({ state: 'REFUNDED', autoRenew: false });
    expect((await lastMail(site, parent))?.subject).toBe('Your Evenkeel refund of US$144.00');
    const shown = await billing(site, parent.userId);
    expect(shown.receipts).toMatchObject([{ total: 14_400, refunded: 14_400 }]);
    expect(shown.refund).toBeNull();
  });

  test('once it has settled it is refunded', async () => {
    const site = await openSite();
    const parent = await subscribe(site);
    await settleSales(site.sandboxUrl);
    await askRefund(site, parent.userId);
    await drain(site);
    expect(await book(site)).toEqual([
      ['sale', 14_400],
      ['refund', 14_400],
    ]);
  });

  test('asked twice, and by ten tabs at once, it goes back once', async () => {
    const site = await openSite();
    const parent = await subscribe(site);
    const answers = await Promise.all(Array.from({ length: 10 }, () => askRefund(site, parent.userId)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'NOT_REFUNDABLE')).toHaveLength(9);
    await drain(site, { times: 2 });
    expect(await book(site)).toEqual([
      ['sale', 14_400],
      ['void', 14_400],
    ]);
  });

  test.each(['void', 'refund'] as const)('the answer to a %s is lost: it is asked for again and goes back once', async (operation) => {
    const site = await openSite({ paymentTimeoutSeconds: 1 });
    const parent = await subscribe(site);
    if (operation === 'refund') await settleSales(site.sandboxUrl);
    await setFault(site.sandboxUrl, { kind: 'drop-after', times: 1, matching: operation });
    await askRefund(site, parent.userId);
    await drain(site);
    expect(await site.dependencies.db.selectFrom('refunds').select('state').execute()).toEqual([{ state: 'PENDING' }]);
    goTo(site, parent.periodEnd, -300);
    await runDue(site);
    expect(await site.dependencies.db.selectFrom('refunds').select('state').execute()).toEqual([
      { state: operation === 'void' ? 'VOIDED' : 'REFUNDED' },
    ]);
    expect(await book(site)).toEqual([
      ['sale', 14_400],
      [operation, 14_400],
    ]);
  });

  test('with upgrades since, all of it goes back', async () => {
    const site = await openSite();
    const parent = await subscribe(site);
    const headers = await signedIn(site, parent.userId);
    const order = { packageId: 1002 };
    const { body: quote } = await send<{ taxId: string }>(site.app, {
      method: 'POST',
      path: '/v2/account/upgrades/prices',
      body: { order },
      headers,
    });
    const payment = {
      amountDisplayed: 5_400,
      taxAmountDisplayed: 0,
      taxId: quote.taxId,
      paymentType: null,
      nonce: null,
      storePaymentOnFile: true,
    };
    await send(site.app, {
      method: 'POST',
      path: '/v2/account/upgrades/payments',
      body: { payment, order },
      headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
    });
    expect((await askRefund(site, parent.userId)).body.amount).toBe(19_800);
    await drain(site);
    expect((await ledger(site.sandboxUrl)).map(({ kind }) => kind).sort()).toEqual(['sale', 'sale', 'void', 'void']);
  });

  test('on the thirtieth day, not on the thirty-first', async () => {
    const site = await openSite();
    const parent = await subscribe(site);
    goTo(site, parent.periodEnd, 31 - 365);
    expect((await askRefund(site, parent.userId)).body.code).toBe('NOT_REFUNDABLE');
    goTo(site, parent.periodEnd, 30 - 365);
    expect((await askRefund(site, parent.userId)).status).toBe(200);
  });

  test('a renewal is no first payment', async () => {
    const site = await openSite();
    const parent = await subscribe(site);
    goTo(site, parent.periodEnd);
    await runDue(site);
    expect((await askRefund(site, parent.userId)).body.code).toBe('NOT_REFUNDABLE');
  });

  test('what a code paid goes back to the code', async () => {
    const site = await openSite();
    const { db } = site.dependencies;
    await db.updateTable('activationCodes').set({ reusable: false }).execute();
    const parent = await subscribe(site, { codes: ['HALF-OFF0-DEMO'] });
    const left = () => db.selectFrom('activationCodes').select('remainingCents').where('amountCents', '=', 7_200).executeTakeFirstOrThrow();
    expect((await left()).remainingCents).toBe(0);
    expect((await askRefund(site, parent.userId)).body.amount).toBe(7_200);
    expect((await left()).remainingCents).toBe(7_200);
  });
});
