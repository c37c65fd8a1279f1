import { expect, test } from 'vitest';
import type { Quote } from '#contract/api/prices.ts';
import type { Trx } from '#server/db/pool.ts';
import { newId } from '#server/new-id.ts';
import { hashActivationCode, normaliseActivationCode } from '#server/pricing/activation-code.ts';
import { untilOneWaitsForLock } from '../../setup/database/lock-waits.ts';
import { addressInMinnesota, price, type Registration, readyToPay, submitPayment } from '../../setup/sign-up.ts';
import { openSite } from '../../setup/site.ts';

const inTexas = { ...addressInMinnesota, city: 'Austin', region: 'TX', postalCode: '78701' };
const inAuckland = { ...addressInMinnesota, city: 'Auckland', region: 'AUK', postalCode: '1010', country: 'NZ' };
const demo = 'FULL-1YR0-DEMO';

test('T12: a code for a year pays that year wherever it is used, its tax included', async () => {
  const { app } = await openSite();
  const places = [
    { address: addressInMinnesota, packageId: 1001 },
    { address: inTexas, packageId: 1001 },
    { address: inAuckland, packageId: 4061, timeZone: 'Pacific/Auckland' },
  ];
  for (const { packageId, ...start } of places) {
    const registration = await readyToPay(app, start);
    const { totals } = await price(app, registration, { packageId, codes: [demo] });
    expect([start.address.region, totals.total]).toEqual([start.address.region, 0]);
  }
  const inMinnesota = await readyToPay(app);
  // For another order it is worth that year's price: Premium's 198.00, two people's 288.00.
  expect((await price(app, inMinnesota, { packageId: 1002, codes: [demo] })).totals.total).toBe(5_400);
  expect((await price(app, inMinnesota, { payForCoparent: true, codes: [demo] })).totals.total).toBe(14_400);
  const taxed = await readyToPay(app, { address: inTexas });
  expect((await price(app, taxed, { payForCoparent: true, codes: [demo] })).totals.total).toBe(15_120);
});

test('PAY4: two payments with the same two codes in different order do not deadlock', async () => {
  const { app, dependencies } = await openSite();
  const { db } = dependencies;
  const at = dependencies.clock.now();
  const codes = ['GIFT-2345-6789', 'GIFT-2345-678A'] as const;
  const rows = codes.map((code) => ({
    id: newId(at),
    codeHash: hashActivationCode(normaliseActivationCode(code) ?? ''),
    lastFour: code.slice(-4),
    amountCents: 4_000,
    remainingCents: 4_000,
    createdAt: at,
  }));
  await db.insertInto('activationCodes').values(rows).execute();
  const [first = '', second = ''] = rows.map(({ id }) => id).toSorted();
  const typed = rows.map(({ id }, index) => ({ id, code: codes[index] ?? '' }));
  const laterFirst = typed.toSorted((left, right) => (left.id < right.id ? 1 : -1)).map(({ code }) => code);
  const buyer = await readyToPay(app);
  const quote = await price(app, buyer, { codes: laterFirst });
  const lock = (trx: Trx, id: string) =>
    trx.selectFrom('activationCodes').select('id').where('id', '=', id).forUpdate().execute();
  const submitted = await db.transaction().execute(async (trx) => {
    await lock(trx, first);
    const submitting = submitPayment(app, buyer, { codes: laterFirst, quote });
    await untilOneWaitsForLock(db);
    await lock(trx, second);
    return { submitting };
  });
  expect((await submitted.submitting).body.outcome).toBe('PAID');
});

test('T12: a code for a year is used once: its worth is stored, a decline releases it, and of two concurrent uses one succeeds', async () => {
  const { app, dependencies } = await openSite();
  const code = 'YEAR-2345-6789';
  const at = dependencies.clock.now();
  await dependencies.db
    .insertInto('activationCodes')
    .values({
      id: newId(at),
      codeHash: hashActivationCode(normaliseActivationCode(code) ?? ''),
      lastFour: '6789',
      amountCents: 14_400,
      remainingCents: 14_400,
      packageName: 'ESSENTIALS',
      createdAt: at,
    })
    .execute();
  const worth = () =>
    dependencies.db
      .selectFrom('activationCodes')
      .select(['amountCents', 'remainingCents'])
      .where('lastFour', '=', '6789')
      .executeTakeFirst();
  const people = await Promise.all([readyToPay(app, { address: inTexas }), readyToPay(app, { address: inTexas })]);
  const [first, second] = people;
  const declined = await submitPayment(app, first, {
    packageId: 1002,
    codes: [code],
    nonce: 'fake-gateway-rejected-fraud-nonce',
  });
  expect(declined.status).toBeGreaterThanOrEqual(400);
  expect(await worth()).toEqual({ amountCents: 14_400, remainingCents: 14_400 });
  const quoted = await Promise.all(
    people.map(async (person) => ({ person, quote: await price(app, person, { codes: [code] }) })),
  );
  expect(quoted.map(({ quote }) => quote.totals.total)).toEqual([0, 0]);
  // Both are quoted before either pays, as in two tabs.
  const pay = ({ person, quote }: { person: Registration; quote: Quote }) =>
    submitPayment(app, person, { codes: [code], nonce: null, quote });
  const both = await Promise.all(quoted.map(pay));
  expect(both.map(({ body }) => body.outcome ?? body.code).toSorted()).toEqual(['PAID', 'QUOTE_CHANGED']);
  expect(await worth()).toEqual({ amountCents: 14_400, remainingCents: 0 });
  const late = both[0]?.body.outcome === 'PAID' ? second : first;
  expect((await submitPayment(app, late, { codes: [code], nonce: null })).body.outcome).not.toBe('PAID');
});
