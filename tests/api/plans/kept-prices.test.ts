import { describe, expect, test } from 'vitest';
import type { Day } from '#contract/fields/day.ts';
import { longDate } from '#server/mail-templates/formats.ts';
import { grantPlan } from '#server/plans/grant-days.ts';
import { keptPriceUntil } from '#server/plans/restart-price.ts';
import { addDays } from '#server/subscriptions/calendar.ts';
import { billing, callRefund, charges, lastMail, setRenewal } from '../../setup/account-calls.ts';
import { publishPrices } from '../../setup/price-versions.ts';
import { reported } from '../../setup/providers/declined-settlement.ts';
import { latestSale } from '../../setup/providers/payers-bank.ts';
import { atRestart } from '../../setup/restart-calls.ts';
import { settleSales } from '../../setup/sandbox.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { drain, moveClockTo, runDue, type Subscriber, subscribe, subscriptionOf } from '../../setup/subscriber.ts';
import { openSuspendable } from '../../setup/suspended.ts';

/** A plan bought for 14,400 and cancelled, which ended after prices changed. */
async function lapsed(listCents: number): Promise<{ site: TestSite; parent: Subscriber }> {
  const site = await openSite({ publishesPrices: true });
  const parent = await subscribe(site);
  await settleSales(site.sandboxUrl);
  await setRenewal(site, parent.userId, parent.subscriptionId, false);
  await publishPrices(site, { 1001: listCents });
  moveClockTo(site, parent.periodEnd);
  await runDue(site);
  return { site, parent };
}

const kept = async (site: TestSite, parent: Subscriber) =>
  (await billing(site, parent.userId)).subscriptions[0]?.keptPrice;

describe('CHO6: who comes back after a lapse', () => {
  test('CHO6: within 30 days pays what the renewal would have cost; page and mail name both prices and the day', async () => {
    const { site, parent } = await lapsed(15_600);
    const until = addDays(parent.periodEnd, 30);
    const words = { amountFormatted: 'US$144.00', listFormatted: 'US$156.00', until };
    expect(await kept(site, parent)).toEqual(words);
    expect((await lastMail(site, parent))?.text.replaceAll(/\s+/g, ' ')).toMatch(
      /Until .*, a year costs you US\$144\.00, as your renewal would have\. After that, it costs US\$156\.00/,
    );
    moveClockTo(site, until);
    const pay = await atRestart(site, parent);
    const answers = await Promise.all([pay(), pay(), pay()]);
    expect(answers.filter(({ body }) => body.outcome === 'PAID')).toHaveLength(1);
    expect(await charges(site)).toEqual([14_400, 14_400]);
    expect(await kept(site, parent)).toBeNull();
  });

  test('CHO6: from the 31st day on pays the list’s price', async () => {
    const { site, parent } = await lapsed(15_600);
    moveClockTo(site, parent.periodEnd, 31);
    expect(await kept(site, parent)).toBeNull();
    await (await atRestart(site, parent))();
    expect(await charges(site)).toEqual([14_400, 15_600]);
  });

  test('CHO6: pays less if the list has become cheaper, and no price is named', async () => {
    const { site, parent } = await lapsed(9_900);
    expect(await kept(site, parent)).toBeNull();
    await (await atRestart(site, parent))();
    expect(await charges(site)).toEqual([14_400, 9_900]);
  });

  test('CHO6: who took the money back pays the list’s price', async () => {
    const site = await openSite({ publishesPrices: true });
    const parent = await subscribe(site);
    await callRefund(site, parent.userId);
    await drain(site);
    await publishPrices(site, { 1001: 15_600 });
    expect(await kept(site, parent)).toBeNull();
    await (await atRestart(site, parent))();
    expect(await charges(site)).toEqual([14_400, 15_600]);
  });

  test('CHO6: whose restart did not settle pays that price again when they come back, while the days last', async () => {
    const { site, parent } = await lapsed(15_600);
    moveClockTo(site, parent.periodEnd, 1);
    await (await atRestart(site, parent))();
    await drain(site);
    moveClockTo(site, parent.periodEnd, 3);
    await reported(site, (await latestSale(site, parent.userId)).transactionId ?? '');
    moveClockTo(site, parent.periodEnd, 10);
    await runDue(site);
    const end = addDays(parent.periodEnd, 10);
    expect((await lastMail(site, parent))?.text).toContain(`ended on ${longDate(end, { language: 'en' })}`);
    expect(await kept(site, parent)).toMatchObject({ amountFormatted: 'US$144.00', until: addDays(end, 30) });
    await (await atRestart(site, parent, 'fake-valid-mastercard-nonce'))();
    expect(await charges(site)).toEqual([14_400, 14_400, 14_400]);
  });

  test('CHO6: who is given days by support after a lapse keeps the price through them', async () => {
    const { site, parent } = await lapsed(15_600);
    const { db } = site.dependencies;
    moveClockTo(site, parent.periodEnd, 2);
    await db.transaction().execute((trx) => grantPlan(trx, { ...parent, days: 10, at: site.clock.now() }));
    await runDue(site, { announced: false });
    expect((await lastMail(site, parent))?.text).toContain('A year costs US$144.00 then.');
    moveClockTo(site, parent.periodEnd, 13);
    await runDue(site);
    expect(await kept(site, parent)).toMatchObject({ amountFormatted: 'US$144.00', listFormatted: 'US$156.00' });
    await (await atRestart(site, parent))();
    expect(await charges(site)).toEqual([14_400, 14_400]);
  });

  test('CHO6: who is given days long after a lapse pays the list’s price after them', async () => {
    const { site, parent } = await lapsed(15_600);
    const { db } = site.dependencies;
    moveClockTo(site, parent.periodEnd, 40);
    await db.transaction().execute((trx) => grantPlan(trx, { ...parent, days: 10, at: site.clock.now() }));
    moveClockTo(site, parent.periodEnd, 51);
    await runDue(site);
    expect(await kept(site, parent)).toBeNull();
  });

  test('CHO6: whose renewal waited, because charges were suspended, and who then cancels it, is told the day of the end, and has 30 days from it', async () => {
    const { site, turn, pass } = await openSuspendable();
    const parent = await subscribe(site);
    const due = parent.periodEnd;
    await turn('SUSPEND_CHARGES');
    await pass(due, addDays(due, 1));
    await pass(addDays(due, 20), addDays(due, 20));
    await setRenewal(site, parent.userId, parent.subscriptionId, false);
    await drain(site);
    const end = addDays(due, 20);
    expect((await lastMail(site, parent))?.text).toContain(`ended on ${longDate(end, { language: 'en' })}`);
    const [ended] = (await billing(site, parent.userId)).subscriptions;
    expect(ended).toMatchObject({ state: 'LAPSED', periodEnd: end });
    expect(keptPriceUntil(await subscriptionOf(site, parent))).toBe(addDays(end, 30));
  });

  test.each([
    ['2028-01-30', '2028-02-29'],
    ['2027-01-31', '2027-03-02'],
    ['2026-12-31', '2027-01-30'],
  ])('CHO6: an end on %s keeps the price until %s', (end, until) => {
    const ended = {
      state: 'LAPSED',
      periodEnd: end as Day,
      declinedOn: null,
      retryOn: null,
      autoRenew: false,
    } as const;
    expect(keptPriceUntil({ ...ended, timeZone: 'America/Chicago', endedAt: new Date(`${end}T18:00:00Z`) })).toBe(
      until,
    );
    expect(keptPriceUntil({ ...ended, state: 'REFUNDED', timeZone: 'UTC', endedAt: null })).toBeNull();
  });
});
