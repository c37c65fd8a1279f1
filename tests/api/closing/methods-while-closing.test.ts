import { describe, expect, test } from 'vitest';
import { utcDay } from '#contract/fields/day.ts';
import { closeAccount } from '#server/closing/close-account.ts';
import { readUser } from '#server/identity/user-repository.ts';
import { jobs } from '#server/jobs/jobs.ts';
import { addDays } from '#server/subscriptions/calendar.ts';
import { askToClose, replaceMethod } from '../../setup/account-calls.ts';
import { untilLockIsWaitedFor } from '../../setup/database/lock-waits.ts';
import { openSite } from '../../setup/site.ts';
import { drain, moveClockTo, subscribe } from '../../setup/subscriber.ts';
import { customerAt } from '../../setup/webhooks.ts';

type Both = Promise<[void, Awaited<ReturnType<typeof replaceMethod>>]>;

describe('a payment method that is stored while its account closes', () => {
  /** A parent on the day of closing, with a session, and the tokens vaulted at the gateway. */
  async function onTheDay() {
    const site = await openSite();
    const parent = await subscribe(site);
    await askToClose(site, parent.userId);
    await drain(site);
    moveClockTo(site, addDays(utcDay(site.clock.now()), 31));
    const { db, gateway } = site.jobDependencies;
    const { id } = await db.selectFrom('deletionRequests').select('id').executeTakeFirstOrThrow();
    const isForgotten = async () => {
      await drain(site);
      await jobs['delete-gateway-customer'].run(site.jobDependencies, { userId: parent.userId });
      await drain(site);
      const customer = (await readUser(db, parent.userId))?.gatewayCustomerId ?? '';
      await expect(customerAt(site.sandboxUrl, customer)).rejects.toThrow('Not Found');
      expect(await db.selectFrom('paymentMethods').select('id').execute()).toEqual([]);
    };
    return { site, parent, db, gateway, close: () => closeAccount(site.dependencies, id), isForgotten };
  }

  test('is deleted here and at the gateway if the account closed before it was stored', async () => {
    const { site, parent, gateway, close, isForgotten } = await onTheDay();
    const realVault = gateway.vault;
    const tokens: string[] = [];
    gateway.vault = async (request) => {
      await close();
      await jobs['delete-gateway-customer'].run(site.jobDependencies, { userId: parent.userId });
      const vaulted = await realVault(request);
      if (vaulted.outcome === 'vaulted') tokens.push(vaulted.paymentMethod.token ?? '');
      return vaulted;
    };
    const refused = await replaceMethod(site, parent.userId);
    expect([refused.status, refused.body.code]).toEqual([503, 'PAYMENT_UNAVAILABLE']);
    await isForgotten();
    expect(await gateway.findPaymentMethod({ token: tokens[0] ?? '' })).toEqual({ outcome: 'gone' });
  });

  test('is deleted here and at the gateway if it was stored while the account closed', async () => {
    const { site, parent, db, close, isForgotten } = await onTheDay();
    await db.deleteFrom('paymentMethods').execute();
    let both: Both | undefined;
    await db.transaction().execute(async (trx) => {
      await trx.selectFrom('users').select('id').where('id', '=', parent.userId).forNoKeyUpdate().execute();
      const closing = close();
      await untilLockIsWaitedFor(db, 1);
      const storing = replaceMethod(site, parent.userId);
      await untilLockIsWaitedFor(db, 2);
      both = Promise.all([closing, storing]);
    });
    expect((await both)?.[1].body.code).toBe('PAYMENT_UNAVAILABLE');
    await isForgotten();
  });

  test('waits for the closing where a declined renewal is to be charged to it, and is deleted', async () => {
    const { site, parent, db, close, isForgotten } = await onTheDay();
    await db
      .updateTable('subscriptions')
      .set({ declinedOn: utcDay(site.clock.now()) })
      .execute();
    let both: Both | undefined;
    await db.transaction().execute(async (trx) => {
      await trx.selectFrom('subscriptions').select('id').forUpdate().execute();
      const closing = close();
      await untilLockIsWaitedFor(db, 1);
      const storing = replaceMethod(site, parent.userId);
      await untilLockIsWaitedFor(db, 2);
      both = Promise.all([closing, storing]);
    });
    expect((await both)?.[1].body.code).toBe('PAYMENT_UNAVAILABLE');
    await isForgotten();
  });
});
