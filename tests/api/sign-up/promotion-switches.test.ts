import { expect, test } from 'vitest';
import { deliverText } from '#server/jobs/mail/deliver-text.ts';
import { newId } from '#server/new-id.ts';
import { reserveCoupon } from '#server/pricing/coupon-repository.ts';
import { textsTo } from '../../setup/ownership/recovery-calls.ts';
import { addPerson } from '../../setup/person.ts';
import { ledger } from '../../setup/sandbox.ts';
import { price, readyToPay, send, submitPayment } from '../../setup/sign-up.ts';
import { openSite } from '../../setup/site.ts';
import { performAction, staffHeaders } from '../../setup/staff.ts';

const open = async () => {
  const site = await openSite();
  const gus = await staffHeaders(site, ['GROWTH']);
  const turn = (subject: string, way: 'ON' | 'OFF') =>
    performAction(site, gus, null, { action: `TURN_SWITCH_${way}`, subject, reason: 'A link went round' });
  return { site, turn };
};

test('once promotions are switched off no discount applies, and a page that shows one gets the price without it', async () => {
  const { site, turn } = await open();
  const { app } = site;
  const codes = ['WELCOME10'];
  const byLink = { headers: { 'x-referrer-key': 'spring' }, extra: { discountPercentage: 10 } };
  const [linked, typing, stubborn] = [await readyToPay(app, byLink), await readyToPay(app), await readyToPay(app)];
  const quotes = { linked: await price(app, linked), typing: await price(app, typing, { codes }) };
  expect([quotes.linked.couponDetail, quotes.typing.couponDetail]).toMatchObject([
    { discount: 1_440 },
    { discount: 1_440 },
  ]);
  const offered = () => send(app, { method: 'GET', path: '/v2/discount-offers?referrer=spring&percentage=10' });
  expect((await offered()).body).toMatchObject({ percentage: 10 });

  const another = await openSite({ environment: { DATABASE_URL: site.databaseUrl } });
  expect((await price(another.app, typing, { codes })).refusedCodes).toEqual([]);
  expect((await turn('hide-promotions', 'ON')).statusCode).toBe(200);
  expect((await offered()).body).toMatchObject({ percentage: null });
  for (const [buyer, options] of [
    [linked, { quote: quotes.linked }],
    [typing, { quote: quotes.typing, codes }],
  ] as const) {
    const { status, body } = await submitPayment(app, buyer, options);
    expect([status, body]).toMatchObject([
      409,
      { code: 'QUOTE_CHANGED', quote: { couponDetail: null, totals: { total: 14_400 } } },
    ]);
  }
  for (const process of [site, another])
    expect((await price(process.app, typing, { codes })).refusedCodes).toMatchObject([{ reason: 'code_expired' }]);
  expect(await ledger(site.sandboxUrl)).toEqual([]);
  // A quote from just before the switch no longer reserves a use.
  const { db } = site.dependencies;
  const taken = (coupon: { id: string | null; referrerKey?: string }) =>
    db.transaction().execute((trx) =>
      reserveCoupon(trx, {
        coupon: { code: '', discountCents: 1_440, ...coupon },
        attemptId: newId(),
        user: null,
        at: site.clock.now(),
      }),
    );
  const { id } = await db.selectFrom('coupons').select('id').where('code', '=', 'WELCOME10').executeTakeFirstOrThrow();
  expect([await taken({ id }), await taken({ id: null, referrerKey: 'spring' })]).toEqual([false, false]);
  expect((await submitPayment(app, stubborn)).body.outcome).toBe('PAID');

  await turn('hide-promotions', 'OFF');
  expect((await submitPayment(app, linked, { quote: quotes.linked })).body.outcome).toBe('PAID');
  expect((await ledger(site.sandboxUrl)).map(({ amountCents }) => amountCents)).toEqual([14_400, 12_960]);
});

test('while texts are switched off none is sent, and what still waits goes out once they are on again', async () => {
  const { site, turn } = await open();
  const person = await addPerson(site.dependencies.db, {});
  const deliver = () =>
    deliverText(site.jobDependencies, {
      reader: { id: person.userId },
      to: person,
      secret: '123456',
      body: () => 'A code: 123456',
      locale: 'en',
      isAwaited: true,
      kind: 'phone-code',
      about: 'test',
    });
  const arrived = () => textsTo(site.sandboxUrl, `+1${person.phoneNumber}`);
  await turn('hide-texts', 'ON');
  await expect(deliver()).rejects.toThrow('switched_off');
  expect(await arrived()).toEqual([]);
  await turn('hide-texts', 'OFF');
  await deliver();
  expect(await arrived()).toEqual(['A code: 123456']);
});
