import { describe, expect, test } from 'vitest';
import { retireMethod } from '#server/payments/retire-method.ts';
import { tryBackup } from '#server/plans/methods/try-backup.ts';
import { renewSubscription } from '#server/plans/renew-subscription.ts';
import { addDays } from '#server/subscriptions/calendar.ts';
import { billing, charges, replaceMethod } from '../../setup/account-calls.ts';
import { asking, keep, news, tokens, turn, withBackup } from '../../setup/methods/backup-method.ts';
import { reported } from '../../setup/providers/declined-settlement.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import {
  announceAll,
  drain,
  moveClockTo,
  runDue,
  type Subscriber,
  subscribe,
  subscriptionOf,
} from '../../setup/subscriber.ts';

const visa = 'fake-valid-visa-nonce';

/** The first method was declined on its day; the job that tries the backup waits. */
async function declinedOnce(site: TestSite, parent: Subscriber) {
  await announceAll(site);
  moveClockTo(site, parent.periodEnd);
  await renewSubscription(site.jobDependencies, parent);
}

/** The payment company has the first method no more. */
async function removedAtGateway({ dependencies: { db, clock } }: TestSite) {
  const first = await db.selectFrom('paymentMethods').select('id').where('isDefault', '=', true).executeTakeFirst();
  await db.transaction().execute((trx) => retireMethod(trx, { id: first?.id ?? '', at: clock.now() }));
}

/** A backup that may be charged, of which it is only known that it expires a month before the renewal. */
async function expiringBackup() {
  const site = await openSite();
  const parent = await subscribe(site, { announced: false });
  await keep(site, parent);
  await turn(site, parent, true);
  const [expirationYear = '', expirationMonth = ''] = addDays(parent.periodEnd, -31).split('-');
  await site.dependencies.db
    .updateTable('paymentMethods')
    .set({ expirationMonth, expirationYear })
    .where('isBackup', '=', true)
    .execute();
  return { site, parent };
}

/** Every answer says that the method is never to be tried again. */
function refuseForGood({ jobDependencies: { gateway } }: TestSite): string[] {
  const asked: string[] = [];
  gateway.sale = async ({ source }) => {
    asked.push('paymentMethodToken' in source ? source.paymentMethodToken : 'none');
    return { outcome: 'declined', code: '2004', kind: 'hard', reason: 'card_declined' };
  };
  return asked;
}

describe('a backup payment method', () => {
  test('is not charged before a first method that was stored since the decline', async () => {
    const { site, parent } = await withBackup();
    const asked = await asking(site, ['first']);
    await declinedOnce(site, parent);
    expect((await replaceMethod(site, parent.userId, visa)).status).toBe(200);
    await tryBackup(site.jobDependencies, { ...parent, attemptId: null });
    expect(asked).toEqual(['first']);
    await drain(site, { times: 2 });
    expect(asked).toEqual(['first', 'first', 'backup']);
    expect(await charges(site)).toEqual([14_400, 14_400]);
  });

  test('declined while another first method is stored: no mail calls that one declined', async () => {
    const { site, parent, before } = await withBackup();
    const asked = await asking(site, ['first', 'backup']);
    const { gateway } = site.jobDependencies;
    const declining = gateway.sale;
    gateway.sale = async (request) => {
      const answer = await declining(request);
      if (asked.at(-1) === 'backup') await replaceMethod(site, parent.userId, 'fake-valid-amex-nonce');
      return answer;
    };
    await declinedOnce(site, parent);
    await tryBackup(site.jobDependencies, { ...parent, attemptId: null });
    // Nobody knows yet whether the new one pays.
    gateway.sale = async () => ({ outcome: 'unknown', cause: 'timeout' });
    await drain(site);
    expect((await news(site, parent, before)).filter((text) => text.includes('could not be charged'))).toEqual([]);
  });

  test('charged because no first method was left: no receipt says that one was declined', async () => {
    const { site, parent, before } = await withBackup();
    await removedAtGateway(site);
    await declinedOnce(site, parent);
    await drain(site, { times: 2 });
    const [receipt = '', ...more] = await news(site, parent, before);
    expect(more).toEqual([]);
    expect(receipt).toContain('we charged your backup method');
    expect(receipt).not.toContain('declined');
  });

  test('declined when no first method was left is told of as the only one on file', async () => {
    const { site, parent, before } = await withBackup();
    await removedAtGateway(site);
    await asking(site, ['backup']);
    await declinedOnce(site, parent);
    await drain(site, { times: 2 });
    const [told = '', ...more] = await news(site, parent, before);
    expect(more).toEqual([]);
    expect(told).toContain('Only your backup payment method, Mastercard ending in 4444, is on file.');
    expect(told).not.toContain('no payment method on file');
    expect(told).not.toContain('declined too');
  });

  test('that expires before the renewal is not announced for it', async () => {
    const { site, parent } = await expiringBackup();
    const { backup } = await tokens(site);
    const answer = await fetch(`${site.sandboxUrl}/control/stored-methods/${backup}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ action: 'expire' }),
    });
    expect(answer.status).toBe(200);
    moveClockTo(site, parent.periodEnd, -30);
    await runDue(site, { announced: false });
    const [mail = ''] = (await news(site, parent, 0)).slice(-1);
    expect(mail).toContain('renews');
    expect(mail).not.toContain('Mastercard ending in 4444');
  });

  test('that its bank has renewed since is charged: its date is read again with the first one', async () => {
    const { site, parent } = await expiringBackup();
    const asked = await asking(site, ['first']);
    for (const day of [-30, -7, 0]) {
      moveClockTo(site, parent.periodEnd, day);
      await runDue(site, { announced: false });
    }
    await drain(site);
    expect(asked).toEqual(['first', 'backup']);
  });

  test('that is left alone is announced as what is charged, and no mail says that nothing is', async () => {
    const site = await openSite();
    const parent = await subscribe(site, { announced: false });
    await keep(site, parent);
    await turn(site, parent, true);
    await removedAtGateway(site);
    await drain(site);
    const before = (await news(site, parent, 0)).length;
    for (const day of [-7, 0]) {
      moveClockTo(site, parent.periodEnd, day);
      await runDue(site, { announced: false });
    }
    await drain(site, { times: 2 });
    const [reminder = '', receipt = '', ...more] = await news(site, parent, before);
    expect(more).toEqual([]);
    expect(reminder).toContain('Payment method: Mastercard ending in 4444');
    for (const mail of [reminder, receipt]) {
      expect(mail).not.toContain('o payment method is stored');
      expect(mail).not.toContain('nothing is charged and your subscription ends');
    }
    expect((await billing(site, parent.userId)).subscriptions).toMatchObject([{ needsMethod: false }]);
    expect(await charges(site)).toEqual([14_400, 14_400]);
  });

  test('turned off again before its last try leaves nothing to charge a day later', async () => {
    const { site, parent } = await withBackup({ on: false });
    await asking(site, ['first']);
    for (const day of [0, 3, 5]) {
      moveClockTo(site, parent.periodEnd, day);
      await runDue(site);
    }
    const asked = refuseForGood(site);
    await turn(site, parent, true);
    moveClockTo(site, parent.periodEnd, 7);
    await renewSubscription(site.jobDependencies, parent);
    await turn(site, parent, false);
    await drain(site);
    moveClockTo(site, parent.periodEnd, 8);
    await runDue(site);
    expect(asked).toHaveLength(1);
    expect(await subscriptionOf(site, parent)).toMatchObject({ state: 'LAPSED' });
  });

  test('is not charged once the plan that waited for it is over', async () => {
    const { site, parent } = await withBackup();
    await announceAll(site);
    moveClockTo(site, parent.periodEnd);
    const asked = refuseForGood(site);
    await renewSubscription(site.jobDependencies, parent);
    moveClockTo(site, parent.periodEnd, 40);
    await tryBackup(site.jobDependencies, { ...parent, attemptId: null });
    expect(asked).toHaveLength(1);
    expect(await subscriptionOf(site, parent)).toMatchObject({ state: 'LAPSED' });
  });

  test('turned on for renewals is not charged for a first payment that did not settle', async () => {
    const site = await openSite();
    const parent = await subscribe(site);
    await keep(site, parent);
    await turn(site, parent, true);
    await drain(site);
    const { transactionId } = await site.dependencies.db
      .selectFrom('orders')
      .select('transactionId')
      .executeTakeFirstOrThrow();
    await reported(site, transactionId ?? '', 2);
    const asked = await asking(site, ['first']);
    await replaceMethod(site, parent.userId, visa);
    await drain(site, { times: 2 });
    expect(asked).toEqual(['first']);
  });
});
