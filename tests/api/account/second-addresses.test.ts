import { expect, test } from 'vitest';
import { inUse, seen, subjects } from '../../setup/methods/invoices-elsewhere.ts';
import { splitSubscriber, statusOf } from '../../setup/ownership/merging.ts';
import { openFamily, payPlan, signedInProfessional } from '../../setup/professional.ts';
import { mailsTo } from '../../setup/sandbox.ts';
import { send } from '../../setup/sign-up.ts';
import { openSite } from '../../setup/site.ts';
import { drain, moveClockTo, runDue, signedIn } from '../../setup/subscriber.ts';

const question = 'Would you like invoices from Evenkeel?';
const invoice = expect.stringMatching(/^Invoice EK-US-[\d-]+ from Evenkeel$/);

test('INV1: a professional’s accountant gets the invoices of plans, and no parent of the family sees the address', async () => {
  const site = await openSite();
  const professional = await signedInProfessional(site);
  const accountant = await inUse(site, professional.userId);
  site.clock.advance(1_000);
  const { familyId, parents } = await openFamily(site, professional);
  const parentIds = parents.map(({ userId }) => userId);
  expect((await payPlan(site, professional, familyId, { parentIds })).body.outcome).toBe('PAID');
  await drain(site);
  expect(await subjects(site, accountant)).toEqual([question, invoice]);
  const [copy] = await mailsTo(site.sandboxUrl, accountant);
  expect(copy?.attachments).toHaveLength(1);
  for (const { userId } of parents) {
    await site.dependencies.db
      .updateTable('users')
      .set({ status: 'ACTIVE', username: `p${userId.replaceAll('-', '').slice(0, 20)}` })
      .where('id', '=', userId)
      .execute();
    const headers = await signedIn(site, userId);
    for (const path of ['', '/billing', '/family', '/invoice-address'])
      expect(
        JSON.stringify((await send(site.app, { method: 'GET', path: `/v2/account${path}`, headers })).body),
      ).not.toContain(accountant);
  }
});

test('INV1: a merge moves no address: later invoices go to that of the record that stays, and an undo brings the other back', async () => {
  const site = await openSite();
  const { kept, ended } = await splitSubscriber(site);
  const [theirs, endedTheirs] = [await inUse(site, kept.userId), await inUse(site, ended.userId)];
  const pair = { kept: kept.userId, ended: ended.userId };
  expect(await statusOf(site, 'MERGE', pair)).toBe(200);
  expect(await seen(site, kept.userId)).toEqual({ email: theirs, state: 'IN_USE' });
  expect(await statusOf(site, 'UNDO_MERGE', pair)).toBe(200);
  expect(await seen(site, ended.userId)).toEqual({ email: endedTheirs, state: 'IN_USE' });
  expect(await statusOf(site, 'MERGE', pair)).toBe(200);
  moveClockTo(site, ended.periodEnd);
  await runDue(site);
  expect(await subjects(site, theirs)).toEqual([question, invoice]);
  expect(await subjects(site, endedTheirs)).toEqual([question]);
});
