import { expect, test } from 'vitest';
import { untilLockIsWaitedFor } from '../../setup/database/lock-waits.ts';
import {
  contextOf,
  type Invited,
  invitedPays,
  invitedReadyToPay,
  priceFor,
  saveBilling,
  saveDetails,
} from '../../setup/invited.ts';
import { openSite } from '../../setup/site.ts';

test('a payment in the first browser does not give the account to another browser that begins anew meanwhile', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const hers = await invitedReadyToPay(site);
  const his: Invited = { ...hers, headers: { 'x-invite-token': hers.token } };
  const quote = (await priceFor(site.app, hers)).body;

  const calls = await db.transaction().execute(async (trx) => {
    await trx.selectFrom('users').select('id').where('id', '=', hers.userId).forUpdate().execute();
    const saved = saveDetails(site.app, his, { parent: { phoneNumber: '6125550199' } });
    await untilLockIsWaitedFor(db, 1);
    const paid = invitedPays(site.app, hers, { quote });
    await untilLockIsWaitedFor(db, 2);
    return { saved, paid };
  });
  const [saved, paid] = await Promise.all([calls.saved, calls.paid]);
  expect(saved.status).toBe(200);
  await saveBilling(site.app, his);
  const seen = await contextOf(site.app, his);
  expect(paid.body.outcome).not.toBe('PAID');
  expect(seen.body.authToken ?? null).toBeNull();
});
