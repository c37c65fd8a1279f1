import { expect, test } from 'vitest';
import { lockPair, refusedMerge } from '#server/account/account-merge-repository.ts';
import { mergeAccounts, separateAccounts } from '#server/account/merge-accounts.ts';
import { days } from '#server/clock.ts';
import { readEvidence } from '#server/payment-events/evidence.ts';
import { handleNotification } from '#server/payment-events/handle-notification.ts';
import { insertFeeWaiver } from '#server/pricing/fee-waiver-repository.ts';
import { addDays } from '#server/subscriptions/calendar.ts';
import { callRefund, setRenewal } from '../../setup/account-calls.ts';
import { untilOneWaitsForLock } from '../../setup/database/lock-waits.ts';
import { asked, courtOrder, decide, secretOf } from '../../setup/fee-waivers.ts';
import { idsOf, splitSubscriber } from '../../setup/ownership/merging.ts';
import { choices, choose } from '../../setup/renewal-choices.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { offerOf, performAction, staffHeaders, viewPerson } from '../../setup/staff.ts';
import { sharePhone } from '../../setup/staff-targets.ts';
import { drain, moveClockTo, runDue, signedIn, subscribe, subscriptionOf } from '../../setup/subscriber.ts';
import { disputeReport, postReport } from '../../setup/webhooks.ts';

type Ids = { kept: string; ended: string };
const pairOf = ({ kept, ended }: Ids) => ({ keptUserId: kept, endedUserId: ended });

const merge = ({ dependencies: { db }, clock }: TestSite, ids: Ids) =>
  db.transaction().execute((trx) => mergeAccounts(trx, { ...pairOf(ids), at: clock.now() }));
const undo = ({ dependencies: { db }, clock }: TestSite, ids: Ids) =>
  db.transaction().execute((trx) => separateAccounts(trx, { ...pairOf(ids), at: clock.now() }));

const orderOf = ({ dependencies: { db } }: TestSite, userId: string) =>
  db.selectFrom('orders').selectAll().where('userId', '=', userId).executeTakeFirstOrThrow();

const report = async (site: TestSite, status: string, userId: string) => {
  const { transactionId, totalCents: cents } = await orderOf(site, userId);
  await postReport(site, disputeReport(status, { transactionId: transactionId ?? '', cents, at: site.clock.now() }));
};

test('N10: a merged plan is charged in the time zone of the account that then pays it, and after an undo in the former one', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const { kept, ended } = await splitSubscriber(site);
  const ids = { kept: kept.userId, ended: ended.userId };
  const before = await subscriptionOf(site, ended);
  await db.updateTable('users').set({ timeZone: 'Pacific/Honolulu' }).where('id', '=', ids.kept).execute();
  expect(await merge(site, ids)).toBeNull();
  expect(await subscriptionOf(site, ended)).toMatchObject({ userId: ids.kept, timeZone: 'Pacific/Honolulu' });
  expect(await undo(site, ids)).toBeNull();
  const { userId, payerUserId, familyId, timeZone } = before;
  expect(await subscriptionOf(site, ended)).toMatchObject({ userId, payerUserId, familyId, timeZone });
});

test('CHO4: a plan that a merge had ended renews after the undo as was chosen for it', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const pair = { kept: await subscribe(site), ended: await subscribe(site, { packageId: 1002 }) };
  await sharePhone(site, pair.kept.userId, pair.ended.userId);
  await drain(site);
  await choose(site, pair.ended, { packageId: 1001 });
  const longer = { periodEnd: addDays(pair.kept.periodEnd, 30) };
  await db.updateTable('subscriptions').set(longer).where('id', '=', pair.kept.subscriptionId).execute();
  const ids = idsOf(pair);
  expect(await merge(site, ids)).toBeNull();
  expect(await subscriptionOf(site, pair.ended)).toMatchObject({ state: 'LAPSED' });
  expect(await undo(site, ids)).toBeNull();
  expect((await choices(site, pair.ended)).body.chosen).toMatchObject({ packageId: 1001, amount: 14_400 });
});

test('a merge is not undone while a plan that somebody else has paid for since runs in place of one that it stopped', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const pair = { kept: await subscribe(site), ended: await subscribe(site, { packageId: 1002 }) };
  await sharePhone(site, pair.kept.userId, pair.ended.userId);
  await drain(site);
  const longer = addDays(pair.ended.periodEnd, 30);
  await db
    .updateTable('subscriptions')
    .set({ periodEnd: longer })
    .where('id', '=', pair.ended.subscriptionId)
    .execute();
  const ids = idsOf(pair);
  expect(await merge(site, ids)).toBeNull();
  // The plan that stayed ends, and the other parent or a professional pays for another.
  const ended = { state: 'REFUNDED', autoRenew: false, endedAt: site.clock.now() } as const;
  await db.updateTable('subscriptions').set(ended).where('id', '=', pair.ended.subscriptionId).execute();
  const other = await subscribe(site);
  await db.updateTable('subscriptions').set({ userId: ids.kept }).where('id', '=', other.subscriptionId).execute();
  expect(await undo(site, ids)).toBe('OTHER_PLAN');
  await db.updateTable('subscriptions').set({ state: 'LAPSED' }).where('id', '=', other.subscriptionId).execute();
  expect(await undo(site, ids)).toBeNull();
  expect(await subscriptionOf(site, pair.kept)).toMatchObject({ userId: ids.kept, state: 'CURRENT' });
});

test('W7: a granted year that nobody has used follows its person into the account that stays, and back', async () => {
  const site = await openSite();
  const { db, makeToken } = site.dependencies;
  const pair = { kept: await subscribe(site), ended: await subscribe(site) };
  await sharePhone(site, pair.kept.userId, pair.ended.userId);
  const ids = idsOf(pair);
  moveClockTo(site, pair.kept.periodEnd, -20);
  for (const { userId, subscriptionId } of Object.values(pair)) await setRenewal(site, userId, subscriptionId, false);
  const year = { packageName: 'ESSENTIALS', priceCents: 14_400, reason: 'LEGAL_AID', courtOrder } as const;
  const by = { by: { userId: ids.ended }, emails: [pair.ended.email], at: site.clock.now() };
  await db.transaction().execute((trx) => insertFeeWaiver(trx, { ...year, ...by }, makeToken));
  const headers = await staffHeaders(site, ['ADMIN']);
  const [row] = await asked(site, headers);
  if (!row) throw new Error('Nothing was asked');
  expect((await decide(site, headers, row, 'GRANT', { inFamily: 'FIRST' })).statusCode).toBe(200);
  await drain(site);
  const holders = async () => [
    await db.selectFrom('activationCodes').select(['id', 'holderId']).where('holderId', 'is not', null).execute(),
    await db.selectFrom('feeWaivers').select(['id', 'userId', 'registrationId']).execute(),
  ];
  const before = await holders();
  expect(before).toMatchObject([[{ holderId: ids.ended }], [{ userId: ids.ended }]]);
  expect(await merge(site, ids)).toBeNull();
  expect(await undo(site, ids)).toBeNull();
  expect(await holders()).toEqual(before);
  expect(await merge(site, ids)).toBeNull();
  moveClockTo(site, pair.kept.periodEnd, 1);
  await runDue(site);
  const paid = await performAction(site, await staffHeaders(site, ['ADMIN']), ids.kept, {
    action: 'PAY_WITH_CODE',
    subject: pair.kept.subscriptionId,
    inputs: { activationCode: secretOf(site, row).code },
  });
  expect(paid.json()).toMatchObject({ state: 'DONE' });
});

test('N14: a merge does not end an account that has paid for a parent who has not joined, invited or not', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const ended = await subscribe(site, { payForCoparent: true });
  const kept = await subscribe(site);
  await sharePhone(site, kept.userId, ended.userId);
  await drain(site);
  const ids = idsOf({ kept, ended });
  expect(await merge(site, ids)).toBe('CO_PARENT_PAID');
  await db.deleteFrom('inviteCodes').execute();
  await db.deleteFrom('invites').execute();
  expect(await merge(site, ids)).toBe('CO_PARENT_PAID');
  expect(await merge(site, { kept: ids.ended, ended: ids.kept })).toBeNull();
  expect((await callRefund(site, ended.userId)).body).toMatchObject({ amount: 28_800 });
});

test.each(['declined', 'cancelled', 'over'] as const)(
  'N15: of two plans the one that is paid for longer is kept: one that is %s never ends the other',
  async (state) => {
    const site = await openSite();
    const { db } = site.dependencies;
    const kept = await subscribe(site);
    moveClockTo(site, kept.periodEnd, state === 'cancelled' ? -9 : 0);
    const declined = { declinedOn: kept.periodEnd, retryOn: addDays(kept.periodEnd, 3) };
    const change = state === 'declined' ? declined : { autoRenew: false };
    await db.updateTable('subscriptions').set(change).where('id', '=', kept.subscriptionId).execute();
    const ended = await subscribe(site);
    await sharePhone(site, kept.userId, ended.userId);
    const ids = idsOf({ kept, ended });
    const sam = await staffHeaders(site, ['SUPPORT'], 'staff-sam');
    const said = offerOf(await viewPerson(site, sam, kept.userId), 'MERGE')?.sentences.join(' ');
    expect(said).toContain(
      `The other account's, paid until ${ended.periodEnd}, continues; this one's, paid until ${kept.periodEnd}`,
    );
    const { state: stateBefore, autoRenew, endedAt } = await subscriptionOf(site, kept);
    expect(await merge(site, ids)).toBeNull();
    expect(await undo(site, ids)).toBeNull();
    expect(await subscriptionOf(site, kept)).toMatchObject({ state: stateBefore, autoRenew, endedAt });
    expect(await merge(site, ids)).toBeNull();
    site.clock.advance(days(60));
    await runDue(site);
    expect(await subscriptionOf(site, ended)).toMatchObject({ userId: kept.userId, state: 'CURRENT' });
    expect(await subscriptionOf(site, kept)).toMatchObject({ userId: kept.userId, state: 'LAPSED' });
  },
);

test('N15: nothing is merged while a bank looks into a payment of either account', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const [one, other] = [await subscribe(site), await subscribe(site)];
  await report(site, 'open', one.userId);
  await drain(site);
  for (const [kept, ended] of [
    [one, other],
    [other, one],
  ] as const)
    expect(await refusedMerge(db, pairOf(idsOf({ kept, ended })))).toBe('PAYMENT_DISPUTED');
});

test('Z1: dispute evidence has what was agreed, mailed and used under the record that paid, also after its merge', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const { kept, ended } = await splitSubscriber(site);
  const ids = { kept: kept.userId, ended: ended.userId };
  await signedIn(site, ids.ended);
  await drain(site);
  const rows = async () => {
    await report(site, 'won', (await db.selectFrom('orders').select('userId').executeTakeFirstOrThrow()).userId);
    await drain(site);
    const { sections = [] } = (await readEvidence(db, 'dispute-1')) ?? {};
    return sections.filter(({ heading }) => ['Agreed to', 'Emails sent', 'Logged in'].includes(heading));
  };
  const before = await rows();
  expect(before.map((section) => section.rows.length > 0)).toEqual([true, true, true]);
  site.clock.advance(days(4));
  expect(await merge(site, ids)).toBeNull();
  site.clock.advance(days(4));
  await runDue(site);
  const after = await rows();
  for (const [index, section] of before.entries())
    expect(after[index]?.rows).toEqual(expect.arrayContaining(section.rows));
});

test('N12: a concurrent dispute report and merge wait for each other, and both complete', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const { kept, ended } = await splitSubscriber(site);
  const ids = { kept: kept.userId, ended: ended.userId };
  await report(site, 'won', ids.ended);
  await drain(site);
  site.clock.advance(days(1));
  await report(site, 'lost', ids.ended);
  const waiting = db.selectFrom('gatewayNotifications').select('id').where('handledAt', 'is', null);
  const { id } = await waiting.executeTakeFirstOrThrow();
  const { handled } = await db.transaction().execute(async (trx) => {
    await lockPair(trx, pairOf(ids));
    const handling = handleNotification(site.jobDependencies, id);
    await untilOneWaitsForLock(db);
    expect(await mergeAccounts(trx, { ...pairOf(ids), at: site.clock.now() })).toBeNull();
    return { handled: handling };
  });
  expect(await handled).toBeNull();
  expect(await db.selectFrom('disputes').select(['userId', 'applied']).execute()).toEqual([
    { userId: ids.kept, applied: 'RETURNED' },
  ]);
  expect(await subscriptionOf(site, ended)).toMatchObject({ userId: ids.kept, state: 'LAPSED' });
});
