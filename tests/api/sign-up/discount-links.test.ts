import { expect, test } from 'vitest';
import { settleCoupon } from '#server/pricing/coupon-repository.ts';
import { countReferrerUse } from '#server/pricing/referrer-repository.ts';
import { untilOneWaitsForLock } from '../../setup/database/lock-waits.ts';
import { newPhone, price, type Registration, readyToPay, send, submitPayment } from '../../setup/sign-up.ts';
import { openSite } from '../../setup/site.ts';

const byLink = (referrer: string, discountPercentage?: number) => ({
  headers: { 'x-referrer-key': referrer },
  extra: discountPercentage === undefined ? {} : { discountPercentage },
});

test('M1, F2: the server’s data on the referrer decides a link’s discount, on banner, price and payment', async () => {
  const { app, clock, dependencies } = await openSite();
  const { db } = dependencies;
  const day = 86_400_000;
  const at = clock.now().getTime();
  await db
    .insertInto('referrers')
    .values([
      { key: 'off', highestPercent: 30, active: false },
      { key: 'later', highestPercent: 30, validFrom: new Date(at + day) },
      { key: 'used-up', highestPercent: 30, maxUses: 2, uses: 2 },
      { key: 'coupons-only', highestPercent: null },
      { key: 'soon-over', highestPercent: 30, validUntil: new Date(at + day / 24) },
    ])
    .execute();
  const texts = JSON.stringify({ en: { description: 'Bar members' }, es: { description: 'Colegiados' } });
  const fixed = { kind: 'FIXED', percent: null, texts } as const;
  await db
    .insertInto('coupons')
    .values([
      {
        ...fixed,
        id: crypto.randomUUID(),
        code: 'BAR',
        amountCents: 700,
        referrerKey: 'coupons-only',
        needsCode: false,
      },
      { ...fixed, id: crypto.randomUUID(), code: 'OVER', amountCents: 700, referrerKey: 'ended', needsCode: false },
    ])
    .execute();
  const worth: [referrer: string, asked: number, percentage: number | null, discount: number][] = [
    ['spring', 10, 10, 1_440],
    ['Spring', 90, 25, 3_600],
    ['partner', 20, 15, 2_160],
    ['soon-over', 30, 30, 4_320],
    ['invented', 90, null, 0],
    ['ended', 20, null, 0],
    ['off', 20, null, 0],
    ['later', 20, null, 0],
    ['used-up', 20, null, 0],
    ['coupons-only', 20, null, 700],
  ];
  for (const [referrer, asked, percentage, discount] of worth) {
    const banner = await send(app, {
      method: 'GET',
      path: `/v2/discount-offers?referrer=${referrer}&percentage=${asked}`,
    });
    expect(banner.body, referrer).toMatchObject({ percentage });
    const registration = await readyToPay(app, byLink(referrer, asked));
    const { couponDetail, totals } = await price(app, registration);
    expect([referrer, couponDetail?.discount ?? 0, totals.total]).toEqual([referrer, discount, 14_400 - discount]);
    const own = {
      method: 'GET',
      path: `/v2/registrations/${registration.signupId}/coupons`,
      headers: registration.headers,
    } as const;
    const { coupons } = (await send<{ coupons: { byLink: boolean; endsAt: string | null }[] }>(app, own)).body;
    const end = referrer === 'soon-over' ? new Date(at + day / 24).toISOString() : null;
    for (const coupon of coupons) expect([referrer, coupon.endsAt]).toEqual([referrer, end]);
    expect([referrer, coupons.map((coupon) => coupon.byLink)]).toEqual([
      referrer,
      discount === 0 ? [] : [percentage !== null],
    ]);
  }
  // A referrer's coupon cannot be typed by somebody who did not come through it.
  const typed = await price(app, await readyToPay(app), { codes: ['OFFER-SPRING', 'BAR', 'OVER'] });
  expect(typed.couponDetail).toBeNull();
  const named = await price(app, await readyToPay(app, byLink('spring')));
  expect(named.couponDetail).toBeNull();

  const begunBefore = await readyToPay(app, byLink('soon-over', 30));
  const quote = await price(app, begunBefore);
  clock.advance(day / 24);
  const refused = await submitPayment(app, begunBefore, { quote });
  expect(refused).toMatchObject({ status: 409, body: { code: 'QUOTE_CHANGED', quote: { totals: { total: 14_400 } } } });
});

test('M1: a referrer’s uses are counted when redeemed, released by a decline, and never exceeded by twenty concurrent ones', async () => {
  const { app, dependencies } = await openSite();
  const { db } = dependencies;
  await db.insertInto('referrers').values({ key: 'two-only', highestPercent: 50, maxUses: 2 }).execute();
  const uses = async () =>
    (await db.selectFrom('referrers').select('uses').where('key', '=', 'two-only').executeTakeFirstOrThrow()).uses;
  const first = await readyToPay(app, byLink('two-only', 50));
  expect((await submitPayment(app, first, { nonce: 'fake-gateway-rejected-fraud-nonce' })).status).toBe(402);
  expect(await uses()).toBe(0);
  const buyers = [
    first,
    ...(await Promise.all(Array.from({ length: 19 }, () => readyToPay(app, byLink('two-only', 50))))),
  ];
  const quoted = await Promise.all(buyers.map(async (buyer) => ({ buyer, quote: await price(app, buyer) })));
  const answers = await Promise.all(quoted.map(({ buyer, quote }) => submitPayment(app, buyer, { quote })));
  const paid = answers.filter(({ body }) => body.outcome === 'PAID');
  expect(paid.map(({ body }) => body.receipt.totals.total)).toEqual([7_200, 7_200]);
  const refused = answers.filter(({ status }) => status === 409);
  expect(refused).toHaveLength(18);
  for (const { body } of refused) expect([body.code, body.quote.totals.total]).toEqual(['QUOTE_CHANGED', 14_400]);
  expect(await uses()).toBe(2);
});

test('M1: concurrent uses exceed neither a referrer’s budget nor its per-person limit, and its coupons count towards both', async () => {
  const { app, dependencies } = await openSite();
  const { db } = dependencies;
  const key = 'within';
  await db.insertInto('referrers').values({ key, highestPercent: 20, budgetCents: 10_000, perPerson: 1 }).execute();
  const texts = JSON.stringify({ en: { description: 'Members' }, es: { description: 'Miembros' } });
  const ofReferrer = { kind: 'FIXED', percent: null, referrerKey: key, needsCode: true, texts } as const;
  await db
    .insertInto('coupons')
    .values([
      { ...ofReferrer, id: crypto.randomUUID(), code: 'SMALL', amountCents: 700 },
      { ...ofReferrer, id: crypto.randomUUID(), code: 'LARGE', amountCents: 2_000 },
    ])
    .execute();
  const used = () =>
    db.selectFrom('referrers').select(['uses', 'spentCents']).where('key', '=', key).executeTakeFirstOrThrow();
  const ready = (phoneNumber = newPhone(), email = `${crypto.randomUUID()}@example.com`) =>
    readyToPay(app, {
      email,
      phoneNumber,
      headers: { 'x-referrer-key': key },
      extra: { discountPercentage: 20, parentDuplicateConfirmed: true },
    });
  const payAtOnce = async (buyers: readonly Registration[]) => {
    const quoted = await Promise.all(buyers.map(async (buyer) => ({ buyer, quote: await price(app, buyer) })));
    return Promise.all(quoted.map(({ buyer, quote }) => submitPayment(app, buyer, { quote })));
  };
  const paid = (answers: Awaited<ReturnType<typeof payAtOnce>>) =>
    answers.filter(({ body }) => body.outcome === 'PAID').map(({ body }) => body.receipt.totals.total);
  const unlucky = await ready();
  expect((await submitPayment(app, unlucky, { nonce: 'fake-gateway-rejected-fraud-nonce' })).status).toBe(402);
  expect(await used()).toEqual({ uses: 0, spentCents: 0 });
  // One person three times, with three addresses.
  const phoneNumber = newPhone();
  const same = await Promise.all([1, 2, 3].map(() => ready(phoneNumber)));
  expect(paid(await payAtOnce(same))).toEqual([11_520]);
  const again = await ready(phoneNumber);
  const own = {
    method: 'GET',
    path: `/v2/registrations/${again.signupId}/coupons`,
    headers: again.headers,
  } as const;
  expect((await send(app, own)).body).toEqual({ coupons: [] });
  expect((await price(app, again, { codes: ['SMALL'] })).refusedCodes).toMatchObject([{ reason: 'code_used_up' }]);
  // Each deducts US$28.80, and US$71.20 are left.
  const answers = await payAtOnce(await Promise.all(Array.from({ length: 6 }, () => ready())));
  expect(paid(answers)).toEqual([11_520, 11_520]);
  const refused = answers.filter(({ status }) => status === 409);
  expect(refused).toHaveLength(4);
  for (const { body } of refused) expect([body.code, body.quote.totals.total]).toEqual(['QUOTE_CHANGED', 14_400]);
  expect(await used()).toEqual({ uses: 3, spentCents: 8_640 });
  const late = await ready();
  const typed = await price(app, late, { codes: ['LARGE', 'SMALL'] });
  expect(typed.refusedCodes).toMatchObject([{ code: 'LARGE', reason: 'code_used_up' }]);
  expect(typed.totals.total).toBe(13_700);
  expect((await submitPayment(app, late, { codes: ['SMALL'] })).body.outcome).toBe('PAID');
  expect(await used()).toEqual({ uses: 4, spentCents: 9_340 });
});

test('M1: a concurrent release and redemption of a use do not wait for each other', async () => {
  const { app, dependencies, clock } = await openSite();
  const { db } = dependencies;
  const [key, id] = ['both', crypto.randomUUID()];
  await db.insertInto('referrers').values({ key, highestPercent: null }).execute();
  const texts = JSON.stringify({ en: { description: 'Members' }, es: { description: 'Miembros' } });
  const worth = { kind: 'FIXED', percent: null, amountCents: 700 } as const;
  await db
    .insertInto('coupons')
    .values({ ...worth, id, code: 'MEMBERS', referrerKey: key, needsCode: false, texts })
    .execute();
  const buyer = await readyToPay(app, byLink(key));
  expect((await submitPayment(app, buyer)).body.outcome).toBe('PAID');
  await db.updateTable('couponUses').set({ state: 'RESERVED' }).execute();
  const { attemptId } = await db.selectFrom('couponUses').select('attemptId').executeTakeFirstOrThrow();
  let returned = Promise.resolve();
  await db.transaction().execute(async (trx) => {
    await trx.selectFrom('coupons').select('id').where('id', '=', id).forUpdate().execute();
    returned = db.transaction().execute((other) => settleCoupon(other, { attemptId, state: 'RELEASED' }));
    await untilOneWaitsForLock(db);
    await countReferrerUse(trx, { key, discountCents: 700, user: null, at: clock.now() });
  });
  await returned;
  expect(await db.selectFrom('referrers').select('uses').where('key', '=', key).executeTakeFirst()).toEqual({
    uses: 1,
  });
});

test('M1: a link opened after step 1 counts from the next save, and stays when the e-mail is changed', async () => {
  const { app } = await openSite();
  const registration = await readyToPay(app);
  const save = (email: string, extra: object) =>
    send(app, {
      method: 'PUT',
      path: `/v2/registrations/${registration.signupId}`,
      headers: { ...registration.headers, 'x-referrer-key': 'spring' },
      body: {
        parent: { firstName: 'Marta', lastName: 'Ruiz', email, phoneCountryCode: '+1', phoneNumber: '2025550199' },
        sections: ['PARENT'],
        ...extra,
      },
    });
  expect((await save(registration.email, {})).status).toBe(200);
  expect((await price(app, registration)).couponDetail).toBeNull();
  expect((await save(registration.email, { discountPercentage: 20 })).status).toBe(200);
  expect((await price(app, registration)).totals.total).toBe(11_520);
  expect((await save(`other-${registration.email}`, {})).status).toBe(200);
  expect((await price(app, registration)).totals.total).toBe(11_520);
});
