import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Day } from '#contract/fields/day.ts';
import { formatCents } from '#contract/fields/money.ts';
import { longDate } from '#server/mail-templates/formats.ts';
import { addDays } from '#server/subscriptions/calendar.ts';
import { billing, callRefund, charges, lastMail } from '../../setup/account-calls.ts';
import { ledger, settleSales } from '../../setup/sandbox.ts';
import { addressInMinnesota } from '../../setup/sign-up.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { drain, mailsInOrder, moveClockTo, runDue, type Subscriber, subscribe } from '../../setup/subscriber.ts';

const homes = {
  US: {
    packageId: 1001,
    address: { ...addressInMinnesota, region: 'RI', city: 'Providence', postalCode: '02903' },
    timeZone: 'America/New_York',
  },
  CA: {
    packageId: 1002,
    address: { ...addressInMinnesota, country: 'CA', region: 'BC', city: 'Vancouver', postalCode: 'V5K 0A1' },
    timeZone: 'America/Vancouver',
  },
};

const orders = fc.record({
  home: fc.constantFrom<keyof typeof homes>('US', 'CA'),
  payForCoparent: fc.boolean(),
  codes: fc.subarray(['WELCOME10', 'HALF-OFF0-DEMO'] as const, { maxLength: 1 }),
  asksBack: fc.boolean(),
});

type Promised = { date: string; amount: string };

/** What the receipt of a sign-up promises to charge, and whether it promises a refund. */
async function promisesOf(site: TestSite, { email }: Subscriber) {
  const [receipt] = await mailsInOrder(site, email);
  const text = (receipt?.text ?? '').replaceAll(/\s+/g, ' ');
  const renewals = [...text.matchAll(/renews on (\w+ \d+, \d{4}) for (US\$[\d,]+\.\d\d)/g)];
  return {
    renewals: renewals.map(([, date = '', amount = '']): Promised => ({ date, amount })),
    refund: text.includes('30 days'),
  };
}

test('T2, T6: a year later exactly the renewals promised on receipts were charged, on their days, and every possible refund was paid out', async () => {
  const site = await openSite();
  const seed = Date.now() % 100_000;
  const two = { home: 'CA', payForCoparent: true, codes: [] } as const;
  const cases = [{ ...two, asksBack: false }, { ...two, asksBack: true }, ...fc.sample(orders, { numRuns: 2, seed })];
  const expected: Promised[] = [];
  const refunds: number[] = [];
  const renewalDays = new Set<Day>();
  for (const { home, asksBack, codes, payForCoparent } of cases) {
    const { packageId, address, timeZone } = homes[home];
    const payer = await subscribe(site, {
      packageId,
      codes: [...codes],
      payForCoparent,
      agreedToTerms: true,
      address: { address, timeZone },
    });
    await drain(site);
    const promised = await promisesOf(site, payer);
    expect(promised.renewals).toHaveLength(payForCoparent ? 2 : 1);
    await settleSales(site.sandboxUrl);
    const offer = (await billing(site, payer.userId)).refund;
    expect(offer !== null).toBe(promised.refund);
    // A payer who refunds their own part renews nothing, and no longer pays for the other parent.
    if (asksBack && offer) {
      const { body } = await callRefund(site, payer.userId);
      expect(body.amount).toBe(offer.amount);
      refunds.push(offer.amount);
      await drain(site);
    } else expected.push(...promised.renewals);
    renewalDays.add(payer.periodEnd);
  }
  const before = (await ledger(site.sandboxUrl)).length;
  const charged: Promised[] = [];
  for (const day of [...renewalDays].toSorted()) {
    moveClockTo(site, addDays(day, -1));
    await runDue(site);
    expect((await ledger(site.sandboxUrl)).slice(before + charged.length)).toEqual([]);
    moveClockTo(site, day);
    await runDue(site);
    const sales = (await ledger(site.sandboxUrl)).slice(before + charged.length);
    charged.push(
      ...sales.map(({ amountCents }) => ({
        date: longDate(day, { language: 'en' }),
        amount: formatCents(amountCents),
      })),
    );
  }
  const inOrder = (list: readonly Promised[]) => list.map(({ date, amount }) => `${date} ${amount}`).toSorted();
  expect(inOrder(charged), `seed ${seed}`).toEqual(inOrder(expected));
  const back = (await ledger(site.sandboxUrl))
    .filter(({ kind }) => kind !== 'sale')
    .map(({ amountCents }) => amountCents);
  expect(back.toSorted()).toEqual(refunds.toSorted());
});

test('9-6: a reminder names the tax of the day of the renewal, and that is charged', async () => {
  const site = await openSite();
  site.clock.set(new Date('2026-07-10T18:00:00Z'));
  const address = {
    line1: '12 Lake Street',
    line2: '',
    city: 'Pierre',
    region: 'SD',
    postalCode: '57501',
    country: 'US',
  };
  const parent = await subscribe(site, { address: { address, timeZone: 'America/Chicago' } });
  await drain(site);
  for (const day of [-30, -7]) {
    moveClockTo(site, parent.periodEnd, day);
    await runDue(site);
    expect((await lastMail(site, parent))?.subject).toContain('US$150.48');
  }
  moveClockTo(site, parent.periodEnd);
  await runDue(site);
  // 4.2 % at first, and 4.5 % from 1 July 2027.
  expect(await charges(site)).toEqual([15_005, 15_048]);
});
