import { expect, test } from 'vitest';
import { lockUser } from '#server/identity/user-repository.ts';
import { untilLockIsWaitedFor, untilOneWaitsForLock } from '../../setup/database/lock-waits.ts';
import { invitedPays, invitedReadyToPay, priceFor, saveBilling } from '../../setup/invited.ts';
import { eventually, sales, setFault } from '../../setup/sandbox.ts';
import { openSite, type TestSite } from '../../setup/site.ts';

const toronto = {
  line1: '5 King Street',
  line2: '',
  city: 'Toronto',
  region: 'ON',
  postalCode: 'M5H 1A1',
  country: 'CA',
};

const priced = async (site: TestSite) => {
  const invited = await invitedReadyToPay(site);
  return { invited, quote: (await priceFor(site.app, invited)).body };
};

test('PAY7: an invited parent who moves in another tab while they pay is not charged the old place’s price', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const { invited, quote } = await priced(site);
  const calls = await db.transaction().execute(async (trx) => {
    await lockUser(trx, invited.userId);
    const saved = saveBilling(site.app, invited, toronto, 'America/Toronto');
    await untilOneWaitsForLock(db);
    const paid = invitedPays(site.app, invited, { quote });
    await untilLockIsWaitedFor(db, 2);
    return { saved, paid };
  });
  expect((await calls.saved).status).toBe(200);
  expect((await calls.paid).body.code).toBe('CONFLICT');
  expect(await sales(site), 'only the inviter has paid').toHaveLength(1);
  const again = await invitedPays(site.app, invited, { agreedToTerms: true });
  expect(again.body.outcome).toBe('PAID');
});

test('5.5-6: the billing address of an invited parent is locked while their payment is under way', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const { invited, quote } = await priced(site);
  await setFault(site.sandboxUrl, { kind: 'latency', times: 1, matching: 'sale', delayMs: 700 });
  const paying = invitedPays(site.app, invited, { quote });
  await eventually(
    () => db.selectFrom('paymentAttempts').select('sentAt').where('subjectId', '=', invited.userId).execute(),
    ([attempt]) => attempt?.sentAt instanceof Date,
  );
  expect((await saveBilling(site.app, invited)).status, 'the same address').toBe(200);
  const moved = await saveBilling(site.app, invited, toronto, 'America/Toronto');
  expect(moved).toMatchObject({ status: 409, body: { code: 'PAYMENT_IN_PROGRESS' } });
  expect((await paying).body.outcome).toBe('PAID');
});
