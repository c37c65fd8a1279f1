import { expect, test } from 'vitest';
import { hours } from '#server/clock.ts';
import { enqueue } from '#server/db/job-queue.ts';
import { issueToken } from '#server/identity/single-use-token.ts';
import { newId } from '#server/new-id.ts';
import { callRefund } from '../../setup/account-calls.ts';
import { mailsTo, settleSales } from '../../setup/sandbox.ts';
import { send } from '../../setup/sign-up.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { drain, signedIn, subscribe } from '../../setup/subscriber.ts';

/** Somebody who paid for both parents, was just refunded, and whose payment failed and was disputed. */
async function withEveryMail(
  site: TestSite,
  { isProven, isClaimed = false }: { isProven: boolean; isClaimed?: boolean },
) {
  const { db } = site.dependencies;
  const payer = await subscribe(site, { payForCoparent: true });
  const { userId } = payer;
  await db
    .updateTable('users')
    .set({ emailProvenAt: isProven ? site.clock.now() : null })
    .where('id', '=', userId)
    .execute();
  const { id: orderId } = await db
    .selectFrom('orders')
    .select('id')
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  await settleSales(site.sandboxUrl);
  await enqueue(db, { name: 'send-receipt', payload: { orderId, again: newId() } });
  await enqueue(db, { name: 'send-settlement-declined', payload: { orderId, change: 'WITHDRAWN' } });
  expect((await callRefund(site, userId)).status).toBe(200);
  if (isClaimed) await db.updateTable('users').set({ frozenAt: site.clock.now() }).where('id', '=', userId).execute();
  await drain(site);
  const mails = await mailsTo(site.sandboxUrl, payer.email);
  return { subjects: mails.map(({ subject }) => subject).join(), mails };
}

test('W1, X6: mails on receipts, refunds and failed payments name nobody else to an unproven mailbox or while two people claim the account, in text or attachments, and promise no document', async () => {
  const site = await openSite();
  const unproven = await withEveryMail(site, { isProven: false });
  const proven = await withEveryMail(site, { isProven: true });
  const claimed = await withEveryMail(site, { isProven: true, isClaimed: true });
  for (const { mails, subjects } of [unproven, claimed]) {
    expect(mails).toHaveLength(6);
    expect(subjects).toBe(proven.subjects);
    for (const { text, attachments } of mails) {
      expect(text).not.toMatch(/Joe|Ana|attached/);
      expect(attachments).toEqual([]);
    }
  }
  const texts = proven.mails.map(({ text }) => text).join();
  for (const words of ['Joe', 'Your invoice is attached', 'The credit note is attached'])
    expect(texts).toContain(words);
  expect(proven.mails.flatMap(({ attachments }) => attachments)).toHaveLength(3);
});

test('W2: the receipt has a link that proves an unproven mailbox, a pending one or a new one; for a proven mailbox it has none', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const { userId, email } = await subscribe(site);
  await db.updateTable('users').set({ emailProvenAt: null }).where('id', '=', userId).execute();
  const { id: orderId } = await db
    .selectFrom('orders')
    .select('id')
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  const linkOfNextReceipt = async () => {
    await enqueue(db, { name: 'send-receipt', payload: { orderId, again: newId() } });
    await drain(site);
    const [latest] = (await mailsTo(site.sandboxUrl, email)).filter(({ subject }) => subject.includes('receipt'));
    return /\/account\/email#token=([\w-]+)/.exec(latest?.links.join(' ') ?? '')?.[1] ?? null;
  };
  const token = await linkOfNextReceipt();
  expect(token).not.toBeNull();
  expect(await linkOfNextReceipt(), 'the same').toBe(token);
  const headers = await signedIn(site, userId);
  const confirmed = send(site.app, {
    method: 'POST',
    path: '/v2/account/profile/email/confirmation',
    headers,
    body: { token },
  });
  expect((await confirmed).body).toEqual({ outcome: 'CONFIRMED' });
  expect(await linkOfNextReceipt()).toBeNull();
  await db.updateTable('users').set({ emailProvenAt: null }).where('id', '=', userId).execute();
  const data = { email: 'another@example.com', withText: false, proved: {} };
  const { clock, makeToken } = site.dependencies;
  const change = { purpose: 'EMAIL_CHANGE', userId, lifeMs: hours(1), at: clock.now(), makeToken, data } as const;
  await issueToken(db, change);
  expect(await linkOfNextReceipt(), 'a change to another address is under way').toBeNull();
});
