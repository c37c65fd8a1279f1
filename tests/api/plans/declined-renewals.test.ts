import { describe, expect, test } from 'vitest';
import { addDays } from '#server/subscriptions/calendar.ts';
import { billing, charges, lastMail } from '../../setup/account-calls.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { drain, mailsInOrder, moveClockTo, runDue, subscribe, subscriptionOf } from '../../setup/subscriber.ts';

const subjects = async (site: TestSite, to: string) => (await mailsInOrder(site, to)).map(({ subject }) => subject);

describe('BIL6: declines', () => {
  async function withDecline(site: TestSite, code: string) {
    const { gateway } = site.jobDependencies;
    const realSale = gateway.sale;
    const kind = code === '2015' ? 'hard' : 'soft';
    gateway.sale = async () => ({ outcome: 'declined', code, kind, reason: 'card_declined' });
    return () => {
      gateway.sale = realSale;
    };
  }

  test('BIL6, T7: soft declines are tried again after 3, 5 and 7 days, then it lapses and its records stay', async () => {
    const site = await openSite();
    const parent = await subscribe(site);
    await drain(site);
    await withDecline(site, '2000');
    const tries: number[] = [];
    for (let day = 0; day <= 9; day++) {
      moveClockTo(site, parent.periodEnd, day);
      const ran = await runDue(site);
      if (ran.includes('renew-subscription')) tries.push(day);
    }
    expect(tries).toEqual([0, 3, 5, 7]);
    // T7: page and mail name the announced day.
    expect((await billing(site, parent.userId)).subscriptions).toMatchObject([
      { periodEnd: addDays(parent.periodEnd, 7) },
    ]);
    const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(
      new Date(addDays(parent.periodEnd, 7)),
    );
    expect((await lastMail(site, parent))?.text.replaceAll(/\s+/g, ' ')).toContain(`ended on ${day}`);
    for (const { text } of (await mailsInOrder(site, parent.email)).slice(1, 4))
      expect(text.replaceAll(/\s+/g, ' ')).toContain(`Without a payment, the subscription ends on ${day}.`);
    expect(await subscriptionOf(site, parent)).toMatchObject({ state: 'LAPSED', periodEnd: parent.periodEnd });
    expect((await subjects(site, parent.email)).slice(1)).toEqual([
      ...Array.from({ length: 3 }, () => 'Your Evenkeel renewal could not be charged'),
      'Your Evenkeel subscription has ended',
    ]);
    const user = await site.dependencies.db
      .selectFrom('users')
      .select('status')
      .where('id', '=', parent.userId)
      .executeTakeFirstOrThrow();
    expect(user.status).toBe('ACTIVE');
    const attempts = await site.dependencies.db
      .selectFrom('paymentAttempts')
      .select('state')
      .where('purpose', '=', 'RENEWAL')
      .execute();
    expect(attempts.map(({ state }) => state)).toEqual(Array.from({ length: 4 }, () => 'DECLINED'));
  });

  test('after a soft decline an approved retry is charged once', async () => {
    const site = await openSite();
    const parent = await subscribe(site);
    await drain(site);
    const mend = await withDecline(site, '2001');
    moveClockTo(site, parent.periodEnd);
    await runDue(site);
    mend();
    moveClockTo(site, parent.periodEnd, 2);
    await runDue(site);
    expect(await charges(site)).toHaveLength(1);
    moveClockTo(site, parent.periodEnd, 3);
    await runDue(site);
    expect(await charges(site)).toHaveLength(2);
    const renewed = await subscriptionOf(site, parent);
    expect(renewed).toMatchObject({ periodStart: parent.periodEnd, declinedOn: null, retryOn: null });
  });

  test('BIL6: a hard decline is not tried again; a week later it lapses', async () => {
    const site = await openSite();
    const parent = await subscribe(site);
    await drain(site);
    await withDecline(site, '2015');
    const tries: number[] = [];
    for (let day = 0; day <= 8; day++) {
      moveClockTo(site, parent.periodEnd, day);
      const before = await subscriptionOf(site, parent);
      const ran = await runDue(site);
      if (ran.includes('renew-subscription') && before.state === 'CURRENT') tries.push(day);
    }
    const attempts = await site.dependencies.db
      .selectFrom('paymentAttempts')
      .select('id')
      .where('purpose', '=', 'RENEWAL')
      .execute();
    expect(attempts).toHaveLength(1);
    expect(tries).toEqual([0, 7]);
    expect((await subscriptionOf(site, parent)).state).toBe('LAPSED');
  });

  test('BIL6: without a payment method the payer is asked for one, nothing is charged, and the plan lapses a week later', async () => {
    const site = await openSite();
    const parent = await subscribe(site, { codes: ['FULL-1YR0-DEMO'], nonce: null });
    await drain(site);
    moveClockTo(site, parent.periodEnd);
    await runDue(site);
    expect(await subscriptionOf(site, parent)).toMatchObject({
      state: 'CURRENT',
      declinedOn: parent.periodEnd,
      retryOn: null,
    });
    const [, asked] = await mailsInOrder(site, parent.email);
    expect(asked?.text).toContain('no payment method on file');
    moveClockTo(site, parent.periodEnd, 7);
    await runDue(site);
    expect((await subscriptionOf(site, parent)).state).toBe('LAPSED');
    expect(await charges(site)).toEqual([]);
  });
});
