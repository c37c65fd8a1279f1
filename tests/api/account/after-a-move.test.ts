import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { PackageCard } from '#contract/api/packages.ts';
import type { UnpaidOrder } from '#contract/api/professionals/unpaid-orders.ts';
import type { previewAddress } from '#contract/api/profile.ts';
import type { AnswerOf } from '#contract/api/route.ts';
import { days } from '#server/clock.ts';
import type { StoredQuote } from '#server/pricing/stored-quote.ts';
import { addDays } from '#server/subscriptions/calendar.ts';
import { charges, home, replaceMethod, setRenewal } from '../../setup/account-calls.ts';
import { ask, openFamily, payPlan, planQuote, signedInProfessional } from '../../setup/professional.ts';
import { reported } from '../../setup/providers/declined-settlement.ts';
import { addressInMinnesota, send } from '../../setup/sign-up.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { drain, moveClockTo, signedIn, subscribe } from '../../setup/subscriber.ts';

const austin = { ...addressInMinnesota, city: 'Austin', region: 'TX', postalCode: '78701' };
const sydney = { ...addressInMinnesota, city: 'Sydney', region: 'NSW', postalCode: '2000', country: 'AU' };

const zoneOf = ({ country }: typeof austin) => (country === 'AU' ? 'Australia/Sydney' : 'America/Chicago');
const move = ({ dependencies: { db } }: TestSite, userId: string, address: typeof austin) =>
  db.updateTable('users').set(address).where('id', '=', userId).execute();

/** The taxes and total of the last order. */
async function lastOrder({ dependencies: { db } }: TestSite) {
  const order = await db
    .selectFrom('orders')
    .select(['id', 'quote', 'totalCents', 'transactionId'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  const { priced } = order.quote as StoredQuote;
  const taxes = priced.taxes.map(({ region }) => region);
  return { ...order, priced, taxes, taxed: [priced.includedTax, taxes, order.totalCents] };
}

/** The latest payment is declined in settlement two days later. */
async function declineLast(site: TestSite): Promise<void> {
  await drain(site);
  site.clock.advance(days(2));
  await reported(site, (await lastOrder(site)).transactionId ?? '');
}

test.each([
  ['Texas to Minnesota', 1001, austin, addressInMinnesota, [0, ['TX'], 15_120], [0, [], 14_400]],
  ['Minnesota to Texas', 1001, addressInMinnesota, austin, [0, [], 14_400], [0, ['TX'], 15_120]],
  ['Australia to Minnesota', 3061, sydney, addressInMinnesota, [1_400, [], 15_400], [0, [], 14_000]],
])(
  'N19: a first payment that is repeated after a move from %s is taxed at the new place, as announced',
  async (_, packageId, from, to, before, after) => {
    const site = await openSite();
    const parent = await subscribe(site, {
      packageId,
      agreedToTerms: true,
      address: { address: from, timeZone: zoneOf(from) },
    });
    expect((await lastOrder(site)).taxed).toEqual(before);
    await declineLast(site);
    // Nothing changes for those who have not moved.
    expect((await home(site, parent.userId)).subscription?.renewal?.amount).toBe(before[2]);
    await move(site, parent.userId, to);
    expect((await home(site, parent.userId)).subscription?.renewal?.amount).toBe(after[2]);
    await replaceMethod(site, parent.userId);
    await drain(site);
    expect([(await lastOrder(site)).taxed, await charges(site)]).toEqual([after, [before[2], after[2]]]);
  },
);

test('N19: a professional who has moved pays again with the tax of the new place, and each plan counts what it was paid', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const professional = await signedInProfessional(site);
  const { familyId, parents } = await openFamily(site, professional);
  await payPlan(site, professional, familyId, { parentIds: parents.map(({ userId }) => userId) });
  await declineLast(site);
  await move(site, professional.userId, austin);
  const headers = await signedIn(site, professional.userId);
  const list = await ask<{ orders: UnpaidOrder[] }>(site, { headers }, '/unpaid-orders');
  const [unpaid] = list.body.orders;
  expect([unpaid?.total, unpaid?.lines.some(({ kind }) => kind === 'TAX')]).toEqual([30_240, true]);
  const payment = { amountDisplayed: 30_240, paymentType: 'CREDIT_CARD', nonce: 'fake-valid-mastercard-nonce' };
  const paid = await ask(site, { headers }, `/unpaid-orders/${unpaid?.orderId ?? ''}/payments`, {
    body: { payment },
    headers: { 'idempotency-key': randomUUID() },
  });
  expect(paid.body).toMatchObject({ outcome: 'PAID' });
  const { id, taxed } = await lastOrder(site);
  expect(taxed).toEqual([0, ['TX'], 30_240]);
  const periods = db.selectFrom('subscriptionPeriods').select('paidCents').where('orderId', '=', id);
  expect(await periods.execute()).toEqual([{ paidCents: 15_120 }, { paidCents: 15_120 }]);
});

test('N25: a professional who has moved is shown the plans that are sold there, and no other is sold', async () => {
  const site = await openSite({ environment: { RATE_LIMIT_FACTOR: '10000' } });
  const professional = await signedInProfessional(site);
  const { familyId, parents } = await openFamily(site, professional);
  const parentIds = parents.map(({ userId }) => userId);
  const all = await site.dependencies.db.selectFrom('packages').select('id').execute();
  const london = { ...addressInMinnesota, country: 'GB', region: 'ENG' };
  for (const [pricingGroup, place] of [
    ['AU', sydney],
    ['AU', addressInMinnesota],
    ['P0', sydney],
    ['P1', london],
  ] as const) {
    await move(site, professional.userId, place);
    await site.dependencies.db.updateTable('families').set({ pricingGroup }).execute();
    const { body } = await ask<{ packages: PackageCard[] }>(site, professional, `/cases/${familyId}/packages`);
    const shown = body.packages.map(({ id }) => id);
    const sold: number[] = [];
    for (const { id: packageId } of all)
      if ((await planQuote(site, professional, { familyId, parentIds, packageId })).status === 200)
        sold.push(packageId);
    expect(shown.length).toBeGreaterThan(0);
    expect([place.country, pricingGroup, ...sold.toSorted()]).toEqual([
      place.country,
      pricingGroup,
      ...shown.toSorted(),
    ]);
  }
});

test('N25: where no plan is sold the list of plans is refused for the same reason as the price', async () => {
  const site = await openSite();
  const professional = await signedInProfessional(site);
  const { familyId, parents } = await openFamily(site, professional);
  await move(site, professional.userId, { ...addressInMinnesota, country: 'DE' });
  const list = await ask(site, professional, `/cases/${familyId}/packages`);
  const priced = await planQuote(site, professional, { familyId, parentIds: [parents[0]?.userId ?? ''] });
  expect([list.body.code, (priced.body as unknown as { code: string }).code]).toEqual([
    'COUNTRY_MISMATCH',
    'COUNTRY_MISMATCH',
  ]);
});

test('the price at another address is shown for the day of the charge, which may be later than the renewal’s own', async () => {
  const site = await openSite();
  const parent = await subscribe(site, { announced: false });
  await setRenewal(site, parent.userId, parent.subscriptionId, false);
  const today = moveClockTo(site, parent.periodEnd, -3);
  await setRenewal(site, parent.userId, parent.subscriptionId, true);
  const { body } = await send<AnswerOf<typeof previewAddress>>(site.app, {
    method: 'POST',
    path: '/v2/account/profile/address/preview',
    body: { address: austin, timeZone: 'America/Chicago' },
    headers: await signedIn(site, parent.userId),
  });
  const on = addDays(today, 7);
  expect(body.renewals).toMatchObject([{ before: { total: 14_400, on }, after: { total: 15_120, on } }]);
});
