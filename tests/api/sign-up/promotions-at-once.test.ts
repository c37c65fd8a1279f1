import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '#server/new-id.ts';
import { hashActivationCode, normaliseActivationCode } from '#server/pricing/activation-code.ts';
import { newPhone, price, readyToPay, submitPayment } from '../../setup/sign-up.ts';
import { openSite, type TestSite } from '../../setup/site.ts';

const coupons = ['MEMBER-A', 'MEMBER-B', 'MEMBER-C'];
const codes = ['GIFT-2345-678A', 'GIFT-2345-678B', 'GIFT-2345-678C'];
const sharedPhone = newPhone();

const buyer = fc.record({
  referrer: fc.constantFrom('first', 'second', 'invented'),
  typed: fc.shuffledSubarray([...coupons, ...codes], { maxLength: 4 }),
  phone: fc.constantFrom(sharedPhone, null),
  isDeclined: fc.boolean(),
  twice: fc.boolean(),
});

/** In a network of its own: sign-ups per address and hour are limited. */
const newAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;

/** Two referrers with three coupons, and three codes: more than one of each for everybody, not enough for all. */
async function storePromotions({ dependencies: { db, clock } }: TestSite): Promise<void> {
  const at = clock.now();
  const referrers = [
    { key: 'first', highestPercent: 20, budgetCents: 15_000, perPerson: 2 },
    { key: 'second', highestPercent: null, budgetCents: 4_000 },
  ];
  await db.insertInto('referrers').values(referrers).execute();
  const texts = JSON.stringify({ en: { description: 'Members' }, es: { description: 'Miembros' } });
  const worth = { kind: 'FIXED', percent: null, needsCode: true, budgetCents: 5_000, perPerson: 2, texts } as const;
  const couponOf = (code: string, index: number) => ({
    ...worth,
    id: newId(at),
    code,
    amountCents: 600 * (index + 1),
    referrerKey: index === 0 ? 'second' : 'first',
  });
  await db.insertInto('coupons').values(coupons.map(couponOf)).execute();
  const codeRow = (code: string) => ({
    id: newId(at),
    codeHash: hashActivationCode(normaliseActivationCode(code) ?? ''),
    lastFour: code.slice(-4),
    amountCents: 40_000,
    remainingCents: 40_000,
    createdAt: at,
  });
  await db.insertInto('activationCodes').values(codes.map(codeRow)).execute();
}

/** Rows whose counters differ from the uses that were not released. */
const wrongCounters = sql<{ what: string }>`
  with used as (select * from coupon_uses where state <> 'RELEASED')
  select key as what from referrers where (uses, spent_cents) <>
    (select count(*), coalesce(sum(discount_cents), 0) from used where referrer_key = key)
  union all
  select code from coupons where (redemptions, spent_cents) <>
    (select count(*), coalesce(sum(discount_cents), 0) from used where coupon_id = coupons.id)
  union all
  select last_four from activation_codes where not reusable and amount_cents - remaining_cents is distinct from
    (select coalesce(sum(amount_cents), 0) from activation_code_uses where activation_code_id = activation_codes.id
      and state <> 'RELEASED')`;

test('PAY4: concurrent payments with shared coupons and codes in any order never fail, and uses add up', async () => {
  const site = await openSite({ environment: { TRUST_PROXY: '127.0.0.1' } });
  const { app, dependencies } = site;
  await storePromotions(site);
  const outcomes = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(buyer, { minLength: 16, maxLength: 16 }), async (crowd) => {
      const ready = await Promise.all(
        crowd.map(async (one) => {
          const registration = await readyToPay(app, {
            phoneNumber: one.phone ?? newPhone(),
            headers: { 'x-referrer-key': one.referrer, 'x-forwarded-for': newAddress() },
            extra: { discountPercentage: 20, parentDuplicateConfirmed: true },
          });
          return { ...one, registration, quote: await price(app, registration, { codes: one.typed }) };
        }),
      );
      const answers = await Promise.all(
        ready.flatMap(({ registration, quote, typed, isDeclined, twice }) => {
          const nonce = isDeclined ? { nonce: 'fake-gateway-rejected-fraud-nonce' } : {};
          const submit = () => submitPayment(app, registration, { quote, codes: typed, ...nonce });
          return twice ? [submit(), submit()] : [submit()];
        }),
      );
      for (const { body } of answers) outcomes.add(body.outcome ?? body.code);
      expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
    }),
    { numRuns: 4, endOnFailure: true },
  );
  expect([...outcomes]).toEqual(expect.arrayContaining(['PAID', 'PAYMENT_DECLINED', 'QUOTE_CHANGED']));
  await expect.poll(async () => (await wrongCounters.execute(dependencies.db)).rows).toEqual([]);
});
