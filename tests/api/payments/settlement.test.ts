import { expect, test } from 'vitest';
import { type Day, utcDay } from '#contract/fields/day.ts';
import { after, days, minutes } from '#server/clock.ts';
import type { SaleRequest } from '#server/gateways/payment/port.ts';
import { requestRefund } from '#server/payments/refund-repository.ts';
import { compareSettlement } from '#server/settlement/compare-settlement.ts';
import { storeDifferences } from '#server/settlement/settlement-repository.ts';
import { allowIdempotencyKeys } from '../../setup/sandbox.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { drain, subscribe } from '../../setup/subscriber.ts';

const open = ({ dependencies: { db } }: TestSite) =>
  db
    .selectFrom('settlementDifferences')
    .select(['kind', 'transactionId', 'ourCents', 'theirCents'])
    .where('resolvedAt', 'is', null)
    .orderBy('kind')
    .orderBy('theirCents')
    .execute();

/** Advances our clock and the gateway's. */
async function pass({ clock, sandboxUrl }: TestSite, milliseconds: number) {
  clock.advance(milliseconds);
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ advanceMs: milliseconds });
  await fetch(`${sandboxUrl}/control/clock`, { method: 'POST', headers, body });
}

/** The comparison of the following night, when everything of today has been booked. */
async function compareTomorrow(site: TestSite) {
  site.clock.advance(days(1));
  return compareSettlement(site.jobDependencies);
}

test.each([0, 1, 6])(
  'the nightly comparison finds nothing while the books agree: paid, and refunded in part %i days later',
  async (later) => {
    const site = await openSite();
    const { db } = site.dependencies;
    await subscribe(site);
    const parent = await subscribe(site);
    // Sales settle meanwhile; the site's day may change too.
    await pass(site, minutes(10) + days(later));
    const order = await db
      .selectFrom('orders')
      .select(['id', 'transactionId'])
      .where('userId', '=', parent.userId)
      .executeTakeFirstOrThrow();
    await db.transaction().execute((trx) =>
      requestRefund(trx, {
        orderId: order.id,
        userId: parent.userId,
        transactionId: order.transactionId ?? '',
        amountCents: 1_000,
        reason: 'BY_SUPPORT',
        at: site.clock.now(),
      }),
    );
    await drain(site);
    const result = await compareTomorrow(site);
    expect(result.compared).toBe(later > 4 ? 1 : 3);
    expect(await open(site)).toEqual([]);
  },
);

test('a difference is stored with both amounts, announced once, and closed when the books agree again', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  await subscribe(site);
  const { id, transactionId, amountCents } = await db
    .selectFrom('paymentAttempts')
    .select(['id', 'transactionId', 'amountCents'])
    .where('state', '=', 'APPROVED')
    .executeTakeFirstOrThrow();
  const change = (cents: number) =>
    db.updateTable('paymentAttempts').set({ amountCents: cents }).where('id', '=', id).execute();
  await change(amountCents + 1);
  expect((await compareTomorrow(site)).fresh).toMatchObject([{ kind: 'AMOUNT', transactionId }]);
  expect(await open(site)).toEqual([
    { kind: 'AMOUNT', transactionId, ourCents: amountCents + 1, theirCents: amountCents },
  ]);
  expect((await compareSettlement(site.jobDependencies)).fresh).toEqual([]);
  await change(amountCents);
  site.clock.advance(1_000);
  await compareSettlement(site.jobDependencies);
  expect(await open(site)).toEqual([]);
});

/** A sale that none of our attempts has made. */
const strangersSale: Omit<SaleRequest, 'orderId' | 'amountCents'> = {
  source: { nonce: 'fake-valid-nonce' },
  customer: { id: crypto.randomUUID(), firstName: 'Ana', lastName: 'Ruiz', email: 'ana@example.com' },
  billing: null,
  cardholderName: null,
  storeInVault: false,
  deviceData: null,
  recurring: null,
  authentication: 'if_present',
  cardsOnly: false,
};

test('a second sale under the order id of a recorded one is found', async () => {
  const site = await openSite();
  const { db, gateway } = site.dependencies;
  await subscribe(site);
  const { id: orderId } = await db.selectFrom('paymentAttempts').select('id').executeTakeFirstOrThrow();
  await allowIdempotencyKeys(site.sandboxUrl, false);
  // Past the gateway's own duplicate check.
  await pass(site, minutes(10));
  const second = await gateway.sale({ ...strangersSale, orderId, amountCents: 14_400 });
  await compareTomorrow(site);
  expect(await open(site)).toMatchObject([
    { kind: 'MISSING_HERE', transactionId: second.outcome === 'approved' && second.transactionId, theirCents: 14_400 },
  ]);
});

test('charges missing in our books and charges missing at the gateway are both found', async () => {
  const site = await openSite();
  const { db, gateway } = site.dependencies;
  await subscribe(site);
  await db.updateTable('paymentAttempts').set({ transactionId: 'nowhere' }).execute();
  const sale = await gateway.sale({ ...strangersSale, orderId: crypto.randomUUID(), amountCents: 4_999 });
  await compareTomorrow(site);
  expect(await open(site)).toMatchObject([
    { kind: 'MISSING_HERE', transactionId: sale.outcome === 'approved' && sale.transactionId, theirCents: 4_999 },
    { kind: 'MISSING_HERE', theirCents: 14_400 },
    { kind: 'MISSING_THERE', transactionId: 'nowhere' },
  ]);
});

test('N8: a refund of a day’s last hour that the gateway lacks is filed under that day, and stays open', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const { userId } = await subscribe(site);
  await pass(site, minutes(10));
  const order = await db
    .selectFrom('orders')
    .select(['id', 'transactionId'])
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  const transactionId = order.transactionId ?? '';
  const by = { orderId: order.id, userId, transactionId, reason: 'BY_SUPPORT' } as const;
  await db.transaction().execute((trx) => requestRefund(trx, { ...by, amountCents: 1_000, at: site.clock.now() }));
  await drain(site);
  const midnight = Date.parse(`${utcDay(after(site.clock.now(), days(1)))}T00:00:00Z`);
  const settledAt = new Date(midnight - minutes(30));
  await db.updateTable('refunds').set({ gatewayId: 'nowhere', state: 'SETTLING', settledAt }).execute();
  const missing = { kind: 'MISSING_THERE', transactionId: 'nowhere', ourCents: 1_000, theirCents: null };
  for (let night = 1; night < 9; night += 1) {
    site.clock.set(new Date(midnight + days(night - 1) + minutes(180)));
    await compareSettlement(site.jobDependencies);
    // The first night is too early: the gateway's search may lag.
    if (night > 1) expect([night, await open(site)]).toEqual([night, expect.arrayContaining([missing])]);
  }
  const { day } = await db
    .selectFrom('settlementDifferences')
    .select('day')
    .where('transactionId', '=', 'nowhere')
    .executeTakeFirstOrThrow();
  expect(day).toBe(utcDay(settledAt));
});

test('two comparisons that find the same differences in another order wait for each other', async () => {
  const { db } = (await openSite()).dependencies;
  const found = Array.from({ length: 100 }, (_, number) => `transaction-${number}`).map(
    (transactionId) => ({ kind: 'AMOUNT', transactionId, ourCents: 1, theirCents: 2 }) as const,
  );
  const store = (differences: typeof found) =>
    db
      .transaction()
      .execute((trx) =>
        storeDifferences(trx, { since: '2026-01-01', dayOf: () => '2026-01-01', differences, at: new Date() }),
      );
  const fresh = await Promise.all([store(found), store(found.toReversed())]);
  expect(fresh.map(({ length }) => length).toSorted((one, other) => one - other)).toEqual([0, 100]);
});

test('a difference that was resolved and comes back is reported again, and closes by itself like a first one', async () => {
  const { db } = (await openSite()).dependencies;
  const twice = { kind: 'BACK_TWICE', transactionId: 'lost-won-lost', ourCents: 14_400, theirCents: 28_800 } as const;
  const store = (since: Day, day: Day, ...differences: (typeof twice)[]) =>
    db
      .transaction()
      .execute((trx) => storeDifferences(trx, { since, dayOf: () => day, differences, at: new Date(`${day}T12:00Z`) }));
  expect(await store('2026-01-01', '2026-01-05', twice)).toEqual([twice]);
  expect(await store('2026-01-02', '2026-01-06', twice)).toEqual([]);
  await store('2026-01-03', '2026-01-07');
  expect(await store('2026-02-01', '2026-02-05', twice)).toEqual([twice]);
  await store('2026-02-03', '2026-02-07');
  const { resolvedAt } = await db.selectFrom('settlementDifferences').selectAll().executeTakeFirstOrThrow();
  expect(resolvedAt).toEqual(new Date('2026-02-07T12:00Z'));
});
