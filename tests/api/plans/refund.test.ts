import { describe, expect, test } from 'vitest';
import { after, hours } from '#server/clock.ts';
import { requestRefund } from '#server/payments/refund-repository.ts';
import { billing, book, callRefund, lastMail } from '../../setup/account-calls.ts';
import { ledger, setFault, settleSales } from '../../setup/sandbox.ts';
import { price, readyToPay, send } from '../../setup/sign-up.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import {
  drain,
  mailsInOrder,
  moveClockTo,
  runDue,
  signedIn,
  subscribe,
  subscriptionOf,
} from '../../setup/subscriber.ts';

describe('a full refund of the first payment', () => {
  test('T10, 9-10: before it has settled it is voided; it ends at once and a mail says so', async () => {
    const site = await openSite();
    const parent = await subscribe(site);
    await drain(site);
    expect((await billing(site, parent.userId)).refund).toMatchObject({ amount: 14_400, kept: 0 });
    expect((await callRefund(site, parent.userId)).body.amount).toBe(14_400);
    expect((await billing(site, parent.userId)).refunds).toMatchObject([{ amount: 14_400 }]);
    await drain(site);
    expect(await book(site)).toEqual([
      ['sale', 14_400],
      ['void', 14_400],
    ]);
    expect(await subscriptionOf(site, parent)).toMatchObject({ state: 'REFUNDED', autoRenew: false });
    expect((await lastMail(site, parent))?.subject).toBe('Your Evenkeel refund of US$144.00');
    // T10: the mail mentions the plan's end as well as the money.
    const ended = (await mailsInOrder(site, parent.email)).at(-2);
    expect(ended).toMatchObject({
      subject: 'Your Evenkeel subscription has ended',
      text: expect.stringContaining('because you asked for'),
    });
    expect(ended?.links).toContain('http://localhost:3000/app/account/restart');
    const shown = await billing(site, parent.userId);
    expect(shown.receipts).toMatchObject([{ total: 14_400, refunded: 14_400 }]);
    expect(shown.refund).toBeNull();
  });

  test('9-11: once it has settled it is refunded', async () => {
    const site = await openSite();
    const parent = await subscribe(site);
    await settleSales(site.sandboxUrl);
    await callRefund(site, parent.userId);
    await drain(site);
    expect(await book(site)).toEqual([
      ['sale', 14_400],
      ['refund', 14_400],
    ]);
  });

  test('PAY8: requested twice, and by ten tabs at once, it is made once', async () => {
    const site = await openSite();
    const parent = await subscribe(site);
    const answers = await Promise.all(Array.from({ length: 10 }, () => callRefund(site, parent.userId)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'NOT_REFUNDABLE')).toHaveLength(9);
    await drain(site, { times: 2 });
    expect(await book(site)).toEqual([
      ['sale', 14_400],
      ['void', 14_400],
    ]);
  });

  test.each(['void', 'refund'] as const)(
    'PAY1, PAY8: the response to a %s is lost: it is retried and made once',
    async (operation) => {
      const site = await openSite({ paymentTimeoutSeconds: 1 });
      const parent = await subscribe(site);
      if (operation === 'refund') await settleSales(site.sandboxUrl);
      await setFault(site.sandboxUrl, { kind: 'drop-after', times: 1, matching: operation });
      await callRefund(site, parent.userId);
      await drain(site);
      expect(await site.dependencies.db.selectFrom('refunds').select('state').execute()).toEqual([
        { state: 'PENDING' },
      ]);
      moveClockTo(site, parent.periodEnd, -300);
      await runDue(site);
      expect(await site.dependencies.db.selectFrom('refunds').select('state').execute()).toEqual([
        { state: operation === 'void' ? 'VOIDED' : 'SETTLING' },
      ]);
      expect(await book(site)).toEqual([
        ['sale', 14_400],
        [operation, 14_400],
      ]);
    },
  );

  test('9-13: later upgrades are refunded as well', async () => {
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
    expect((await callRefund(site, parent.userId)).body.amount).toBe(19_800);
    await drain(site);
    expect((await ledger(site.sandboxUrl)).map(({ kind }) => kind).sort()).toEqual(['sale', 'sale', 'void', 'void']);
  });

  test('9-12: on the thirtieth day, not on the thirty-first', async () => {
    const site = await openSite();
    const parent = await subscribe(site);
    moveClockTo(site, parent.periodEnd, 31 - 365);
    expect((await callRefund(site, parent.userId)).body.code).toBe('NOT_REFUNDABLE');
    moveClockTo(site, parent.periodEnd, 30 - 365);
    expect((await callRefund(site, parent.userId)).status).toBe(200);
  });

  test('9-14: the part paid by a code returns to the code', async () => {
    const site = await openSite();
    const { db } = site.dependencies;
    await db.updateTable('activationCodes').set({ reusable: false }).execute();
    const parent = await subscribe(site, { codes: ['HALF-OFF0-DEMO'] });
    const left = () =>
      db
        .selectFrom('activationCodes')
        .select('remainingCents')
        .where('amountCents', '=', 7_200)
        .executeTakeFirstOrThrow();
    expect((await left()).remainingCents).toBe(0);
    expect((await billing(site, parent.userId)).refund).toMatchObject({ amount: 7_200, codes: 7_200 });
    expect((await callRefund(site, parent.userId)).body.amount).toBe(7_200);
    expect((await left()).remainingCents).toBe(7_200);
    await drain(site);
    const told = (await lastMail(site, parent))?.text.replaceAll(/\s+/g, ' ');
    expect(told).toContain('We refunded US$72.00');
    expect(told).toContain('Codes paid US$72.00, which is returned to the codes.');
  });

  test('a code that has expired since works for 30 days from the refund; a withdrawn one is promised nothing', async () => {
    const site = await openSite();
    const { db } = site.dependencies;
    const expiresAt = after(site.clock.now(), hours(24));
    await db.updateTable('activationCodes').set({ reusable: false, expiresAt }).execute();
    const parent = await subscribe(site, { codes: ['HALF-OFF0-DEMO'] });
    const revoke = (revokedAt: Date | null) => db.updateTable('activationCodes').set({ revokedAt }).execute();
    const refusedLater = async (count: number) => {
      site.clock.advance(hours(24 * count));
      const answer = await price(site.app, await readyToPay(site.app), { codes: ['HALF-OFF0-DEMO'] });
      return answer.refusedCodes.map(({ reason }) => reason);
    };
    expect(await refusedLater(10)).toEqual(['code_expired']);
    await revoke(site.clock.now());
    expect((await billing(site, parent.userId)).refund).toMatchObject({ amount: 7_200, codes: 0 });
    await revoke(null);
    expect((await billing(site, parent.userId)).refund).toMatchObject({ amount: 7_200, codes: 7_200 });
    await callRefund(site, parent.userId);
    expect(await refusedLater(29)).toEqual([]);
    expect(await refusedLater(2)).toEqual(['code_expired']);
  });

  test('where a code paid all of it no refund is offered or given', async () => {
    const site = await openSite();
    const parent = await subscribe(site, { codes: ['FULL-1YR0-DEMO'], nonce: null });
    expect((await billing(site, parent.userId)).refund).toBeNull();
    expect((await callRefund(site, parent.userId)).body.code).toBe('NOT_REFUNDABLE');
    expect(await subscriptionOf(site, parent)).toMatchObject({ state: 'CURRENT', autoRenew: true });
  });
});

const refundsIn = ({ dependencies: { db } }: TestSite) =>
  db.selectFrom('refunds').select(['state', 'refusals', 'lastRefusal']).orderBy('id').execute();

async function later(site: TestSite, count: number): Promise<void> {
  site.clock.advance(hours(count));
  await runDue(site);
}

describe('M5: a refund that the gateway refuses', () => {
  test('M5: is retried under a new idempotency key, on schedule, and made once', async () => {
    const site = await openSite();
    const parent = await subscribe(site, { nonce: 'fake-first-refund-declined-nonce' });
    await settleSales(site.sandboxUrl);
    await callRefund(site, parent.userId);
    await drain(site, { times: 2 });
    expect(await refundsIn(site)).toEqual([{ state: 'PENDING', refusals: 1, lastRefusal: '2046' }]);
    expect((await billing(site, parent.userId)).refunds).toMatchObject([{ amount: 14_400, state: 'RETRYING' }]);
    // Scans in between do nothing early.
    await later(site, 0.7);
    expect(await refundsIn(site)).toMatchObject([{ refusals: 1 }]);
    await later(site, 0.4);
    expect(await refundsIn(site)).toMatchObject([{ state: 'SETTLING', refusals: 1 }]);
    expect(await book(site)).toEqual([
      ['sale', 14_400],
      ['refund', 14_400],
    ]);
    expect((await billing(site, parent.userId)).refunds).toMatchObject([{ amount: 14_400, state: 'SETTLING' }]);
    expect((await lastMail(site, parent))?.subject).toBe('Your Evenkeel refund of US$144.00');
    await later(site, 25);
    expect(await refundsIn(site)).toMatchObject([{ state: 'SETTLING' }]);
    await settleSales(site.sandboxUrl);
    await later(site, 25);
    expect(await refundsIn(site)).toMatchObject([{ state: 'REFUNDED' }]);
    expect((await billing(site, parent.userId)).refunds).toEqual([]);
  });

  test('M5: each time ends as failed, as page, mail and metrics show, and is not retried', async () => {
    const site = await openSite({ environment: { METRICS_PORT: '0' } });
    const parent = await subscribe(site, { nonce: 'fake-refunds-declined-nonce' });
    await settleSales(site.sandboxUrl);
    await callRefund(site, parent.userId);
    await drain(site);
    for (const pause of [1, 6, 24, 24]) await later(site, pause + 0.1);
    expect(await refundsIn(site)).toEqual([{ state: 'FAILED', refusals: 4, lastRefusal: '2046' }]);
    expect((await billing(site, parent.userId)).refunds).toMatchObject([{ amount: 14_400, state: 'FAILED' }]);
    expect(await lastMail(site, parent)).toMatchObject({
      subject: 'Your Evenkeel refund of US$144.00 is delayed',
      text: expect.stringContaining('The money is yours.'),
    });
    expect((await site.dependencies.metrics?.render())?.text).toContain('\nevenkeel_refunds_failed 1\n');
    expect(site.logged.some((line) => line.includes('refund failed permanently'))).toBe(true);
    expect(await book(site)).toEqual([['sale', 14_400]]);
  });

  test('M5: partial refunds, even concurrent, never exceed the order; support’s refund is not repeated', async () => {
    const site = await openSite();
    const parent = await subscribe(site);
    const { db } = site.dependencies;
    await settleSales(site.sandboxUrl);
    const { id: orderId, transactionId } = await db
      .selectFrom('orders')
      .select(['id', 'transactionId'])
      .executeTakeFirstOrThrow();
    const part = {
      orderId,
      userId: parent.userId,
      transactionId: transactionId ?? '',
      reason: 'BY_SUPPORT',
      at: site.clock.now(),
    } as const;
    const requestPartialRefund = (amountCents: number) =>
      db.transaction().execute((trx) => requestRefund(trx, { ...part, amountCents }));
    await requestPartialRefund(1_400);
    expect((await billing(site, parent.userId)).refund).toMatchObject({ amount: 13_000 });
    const asked = await Promise.allSettled(Array.from({ length: 20 }, () => requestPartialRefund(2_000)));
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(6);
    expect(asked.find((one) => one.status === 'rejected')).toMatchObject({
      reason: { constraint: 'refunds_within_total' },
    });
    expect((await callRefund(site, parent.userId)).body.amount).toBe(1_000);
    await drain(site, { atOnce: 8, times: 2 });
    const back = (await ledger(site.sandboxUrl))
      .filter(({ kind }) => kind === 'refund')
      .map(({ amountCents }) => amountCents);
    expect(back.reduce((sum, cents) => sum + cents, 0)).toBe(14_400);
    expect(await db.selectFrom('orders').select('refundedCents').execute()).toEqual([{ refundedCents: 14_400 }]);
    expect(await subscriptionOf(site, parent)).toMatchObject({ state: 'REFUNDED' });
  });
});
