import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { UndoRefusal } from '#contract/account/account-merges.ts';
import { mergesOf, refusedUndo } from '#server/account/account-merge-repository.ts';
import { mergeAccounts, separateAccounts } from '#server/account/merge-accounts.ts';
import { listOwnDocuments } from '#server/account/receipts.ts';
import { hours } from '#server/clock.ts';
import { exportData } from '#server/closing/export-data.ts';
import { readUser } from '#server/identity/user-repository.ts';
import { jobs } from '#server/jobs/jobs.ts';
import { recordDeclinedSettlement } from '#server/payment-events/record-declined-settlement.ts';
import { checkChain } from '#server/staff/staff-actions.ts';
import { anniversary } from '#server/subscriptions/calendar.ts';
import { charges, home, replaceMethod } from '../../setup/account-calls.ts';
import { untilOneWaitsForLock } from '../../setup/database/lock-waits.ts';
import {
  asItIs,
  type BlockingState,
  idsOf,
  inRolledBackTransaction,
  splitSubscriber,
  statusOf,
} from '../../setup/ownership/merging.ts';
import { mailsTo, settleSales } from '../../setup/sandbox.ts';
import { openSite } from '../../setup/site.ts';
import { offerOf, performAction, reason, staffHeaders, viewPerson } from '../../setup/staff.ts';
import { subscribeTwice } from '../../setup/staff-targets.ts';
import { drain, moveClockTo, runDue, signedIn, subscriptionOf } from '../../setup/subscriber.ts';
import { customerAt } from '../../setup/webhooks.ts';

test('two accounts of one person are merged: money and documents move, one login stays, nothing renews twice, and no other parent is notified', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const pair = await subscribeTwice(site);
  const { kept, ended } = pair;
  const theirs = await signedIn(site, ended.userId);
  await drain(site);
  const toOthers = async () =>
    Promise.all([kept, ended].map(async ({ coParentEmail }) => (await mailsTo(site.sandboxUrl, coParentEmail)).length));
  const told = await toOthers();
  const sam = await staffHeaders(site, ['SUPPORT'], 'staff-sam');
  const offer = offerOf(await viewPerson(site, sam, kept.userId), 'MERGE');
  expect(offer?.sentences.join(' ')).toContain(`the other's, paid until ${ended.periodEnd}, ends now`);
  expect((await viewPerson(site, sam, kept.userId)).duplicates).toMatchObject([{ userId: ended.userId, code: null }]);

  expect(await statusOf(site, 'MERGE', idsOf(pair))).toBe(200);
  expect((await site.app.inject({ url: '/api/v2/account', headers: theirs })).statusCode).toBe(401);
  // A closing that nobody requested cannot be cancelled by its owner.
  expect((await site.app.inject({ url: '/api/v2/staff/queues/closings', headers: sam })).json()).toMatchObject({
    rows: [],
  });
  expect((await home(site, kept.userId)).receipts).toHaveLength(2);
  expect((await listOwnDocuments(db, kept.userId)).documents).toHaveLength(2);
  expect(await subscriptionOf(site, kept)).toMatchObject({
    state: 'CURRENT',
    autoRenew: true,
  });
  expect(await subscriptionOf(site, ended)).toMatchObject({
    state: 'LAPSED',
    userId: kept.userId,
  });
  for (const userId of [kept.userId, ended.userId])
    expect((await viewPerson(site, sam, userId)).timeline).toContainEqual(
      expect.objectContaining({
        what: 'Merge the duplicate',
        tone: 'staff',
        detail: expect.stringContaining(reason),
      }),
    );
  await drain(site);
  for (const { email } of [kept, ended])
    expect((await mailsTo(site.sandboxUrl, email)).map(({ subject }) => subject)).toContain('Your account: a change');
  expect(await toOthers()).toEqual(told);

  // The duplicate payment is refunded to the remaining record.
  const refund = (await viewPerson(site, sam, kept.userId)).actions.find(
    ({ action, sentences }) => action === 'REFUND' && sentences.length > 0,
  );
  const back = {
    action: 'REFUND',
    subject: refund?.subject,
    inputs: { amountCents: 14_400 },
  } as const;
  expect((await performAction(site, sam, kept.userId, back)).statusCode).toBe(200);
  await settleSales(site.sandboxUrl);
  await drain(site);
  expect((await mailsTo(site.sandboxUrl, kept.email)).map(({ subject }) => subject).join()).toMatch(/refund/i);

  moveClockTo(site, kept.periodEnd);
  await runDue(site);
  expect(await charges(site)).toHaveLength(3);
  // A day later the rest of the ended record is erased; the receipts stay with the kept one.
  expect(await db.selectFrom('users').select(['status', 'email']).where('id', '=', ended.userId).execute()).toEqual([
    { status: 'CLOSED', email: '' },
  ]);
  const receipts = (await home(site, kept.userId)).receipts;
  expect(receipts.flatMap(({ holders }) => holders)).toEqual(
    receipts.map(() => ({ name: expect.any(String), own: true })),
  );
  const exported = await exportData(site.dependencies, kept.userId);
  expect(JSON.stringify(exported)).toContain(ended.subscriptionId);
  expect(exported['recordsMerged']).toMatchObject([{ endedUserId: ended.userId, undoneAt: null }]);
  expect(await checkChain(db)).toMatchObject({ brokenAt: null });
});

test('a merged account’s plan continues in the kept one, and renews once with the method it had', async () => {
  const site = await openSite();
  const { kept, ended } = await splitSubscriber(site);
  moveClockTo(site, ended.periodEnd);
  expect(await statusOf(site, 'MERGE', { kept: kept.userId, ended: ended.userId })).toBe(200);
  expect(await subscriptionOf(site, ended)).toMatchObject({
    userId: kept.userId,
    payerUserId: kept.userId,
    familyId: kept.familyId,
    state: 'CURRENT',
  });
  await runDue(site);
  expect(await charges(site)).toHaveLength(2);
  expect((await subscriptionOf(site, ended)).periodEnd).toBe(anniversary(ended.periodEnd, 1));
  const sam = await staffHeaders(site, ['SUPPORT'], 'staff-sam');
  expect((await viewPerson(site, sam, kept.userId)).duplicates).toMatchObject([{ code: 'PAID_SINCE' }]);
  expect(await statusOf(site, 'UNDO_MERGE', { kept: kept.userId, ended: ended.userId })).toBe(409);
});

test('a renewal announced before a merge is announced again to the remaining mailbox, at the price charged there', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const { kept, ended } = await splitSubscriber(site);
  const memphis = { line1: '4 Elm', city: 'Memphis', region: 'TN', postalCode: '38103' };
  await db.updateTable('users').set(memphis).where('id', '=', kept.userId).execute();
  moveClockTo(site, ended.periodEnd, -7);
  await runDue(site);
  moveClockTo(site, ended.periodEnd, -5);
  const merge = { keptUserId: kept.userId, endedUserId: ended.userId, at: site.clock.now() };
  await db.transaction().execute((trx) => mergeAccounts(trx, merge));
  await runDue(site);
  await runDue(site);
  const announced = (await mailsTo(site.sandboxUrl, kept.email)).filter(({ subject }) => subject.includes('renews'));
  expect(announced).toMatchObject([{ text: expect.stringContaining('US$154.08') }]);
  moveClockTo(site, ended.periodEnd);
  await runDue(site);
  expect(await charges(site)).toEqual([14_400, 15_408]);
});

test('a settlement that is declined during a merge leaves the moved plan waiting for another payment', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const { kept, ended } = await splitSubscriber(site);
  const { transactionId } = await db.selectFrom('orders').select('transactionId').executeTakeFirstOrThrow();
  const pair = { keptUserId: kept.userId, endedUserId: ended.userId, at: site.clock.now() };
  const recorded = await db.transaction().execute(async (trx) => {
    expect(await mergeAccounts(trx, pair)).toBeNull();
    const recording = recordDeclinedSettlement(site.dependencies, { transactionId: transactionId ?? '' });
    await untilOneWaitsForLock(db);
    return { recording };
  });
  expect(await recorded.recording).toMatchObject({ step: 'recorded', kept: [] });
  expect(await subscriptionOf(site, ended)).toMatchObject({ payerUserId: kept.userId, declinedOn: expect.any(String) });
});

test('the ended record’s customer at the gateway is kept until the card that moved to the other record is replaced', async () => {
  const site = await openSite();
  const { kept, ended } = await splitSubscriber(site);
  const customerId = (await readUser(site.dependencies.db, ended.userId))?.gatewayCustomerId ?? '';
  expect(await statusOf(site, 'MERGE', { kept: kept.userId, ended: ended.userId })).toBe(200);
  site.clock.advance(hours(72));
  await runDue(site);
  const forget = () => jobs['delete-gateway-customer'].run(site.jobDependencies, { userId: ended.userId });
  await forget();
  expect(await customerAt(site.sandboxUrl, customerId)).toMatchObject({ email: ended.email });
  expect((await replaceMethod(site, kept.userId)).status).toBe(200);
  await drain(site);
  await forget();
  await expect(customerAt(site.sandboxUrl, customerId)).rejects.toThrow('Not Found');
});

/** What prevents an undo, apart from the deadline. */
const preventsUndo: Record<Exclude<UndoRefusal, 'OVER'>, BlockingState> = {
  KEPT_CLOSED: ({ kept }) => sql`update users set status = 'CLOSED' where id = ${kept}`,
  PAYMENT_IN_DOUBT: ({ kept }) => sql`update payment_attempts set state = 'UNKNOWN', purpose = 'RENEWAL',
    subject_id = (select id from subscriptions where user_id = ${kept} limit 1)
    where id = (select attempt_id from orders where user_id = ${kept} limit 1)`,
  PAID_SINCE: ({ ended }) => sql`update payment_attempts set purpose = 'RENEWAL', settled_at = now() + interval '1 day',
    subject_id = (select (before->'plans'->>0)::uuid from account_merges
      where ended_user_id = ${ended} and undone_at is null)
    where id = (select attempt_id from orders order by id limit 1)`,
  PLAN_CHANGED: () => sql`update subscriptions set version = version + 1 where state = 'LAPSED'`,
  OTHER_PLAN: ({ kept, ended }) =>
    sql`update subscriptions set user_id = ${ended} where user_id = ${kept} and state = 'CURRENT'`,
  EMAIL_TAKEN: ({ kept, ended }) => sql`update users set updated_at = now() + interval '1 day',
    email_normalised = (select email_normalised from users where id = ${ended}) where id = ${kept}`,
};

test('within a day a merge can be undone completely, including orders since then; later, or once a moved plan was paid for, it says why not', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const pair = await subscribeTwice(site);
  const ids = idsOf(pair);
  await drain(site);
  const before = await asItIs(site);
  expect(await statusOf(site, 'MERGE', ids)).toBe(200);
  const sam = await staffHeaders(site, ['SUPPORT'], 'staff-sam');
  const refund = (await viewPerson(site, sam, ids.kept)).actions.filter(({ action }) => action === 'REFUND');
  const [order] = await db
    .selectFrom('subscriptionPeriods')
    .select('orderId')
    .where('subscriptionId', '=', pair.ended.subscriptionId)
    .execute();
  expect(refund.map(({ subject }) => subject)).toContain(order?.orderId);
  expect(await statusOf(site, 'UNDO_MERGE', ids)).toBe(200);
  await drain(site);
  expect(await asItIs(site)).toEqual(before);

  // Merged again, with a refund in between, which moves too.
  expect(await statusOf(site, 'MERGE', ids)).toBe(200);
  await performAction(site, sam, ids.kept, {
    action: 'REFUND',
    subject: order?.orderId,
    inputs: { amountCents: 100 },
  });
  await settleSales(site.sandboxUrl);
  await drain(site);
  expect(await statusOf(site, 'UNDO_MERGE', ids)).toBe(200);
  const owners = await sql<{
    userId: string;
  }>`select user_id from refunds union all
    select user_id from documents where order_id = ${order?.orderId}`.execute(db);
  expect(new Set(owners.rows.map(({ userId }) => userId))).toEqual(new Set([ids.ended]));

  expect(await statusOf(site, 'MERGE', ids)).toBe(200);
  const [merge] = await mergesOf(db, ids.kept);
  for (const [code, statement] of Object.entries(preventsUndo)) {
    const undoing = { keptUserId: ids.kept, endedUserId: ids.ended, at: site.clock.now() };
    await inRolledBackTransaction(site, async (trx) => {
      await statement(ids).execute(trx);
      expect([code, merge && (await refusedUndo(trx, merge, undoing.at))]).toEqual([code, code]);
      expect([code, await separateAccounts(trx, undoing)]).toEqual([code, code]);
    });
  }
  site.clock.set(new Date(site.clock.now().getTime() + hours(24)));
  const late = await staffHeaders(site, ['SUPPORT'], 'staff-sam');
  const page = await viewPerson(site, late, ids.kept);
  expect(page.duplicates).toMatchObject([
    { code: 'OVER', text: expect.stringContaining('cannot be undone') as string },
  ]);
  expect(page.actions.filter(({ action }) => action === 'UNDO_MERGE')).toEqual([]);
  expect(await statusOf(site, 'UNDO_MERGE', ids)).toBe(409);
});
