import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { MergeRefusal, UndoRefusal } from '#contract/account-merges.ts';
import type { ProposalView } from '#contract/api/staff-proposals.ts';
import { hours } from '#server/clock.ts';
import { mergesOf, refusedMerge, refusedUndo } from '#server/account/account-merge-repository.ts';
import { exportData } from '#server/account/export-data.ts';
import { mergeAccounts, undoMerge } from '#server/account/merge-accounts.ts';
import { renewSubscription } from '#server/account/renew-subscription.ts';
import type { Db, Trx } from '#server/db/pool.ts';
import { checkChain } from '#server/staff/staff-actions.ts';
import { anniversary } from '#server/subscriptions/calendar.ts';
import { charges, home } from '../setup/account-calls.ts';
import { everyRow } from '../setup/every-row.ts';
import { addPerson } from '../setup/person.ts';
import { mailsTo, settleSales } from '../setup/sandbox.ts';
import { openSite, type TestSite } from '../setup/site.ts';
import { actAbout, lookAt, offerOf, reason, staffHeaders } from '../setup/staff.ts';
import { givePhoneOf, subscribeTwice } from '../setup/staff-world.ts';
import { drain, goTo, runDue, signedIn, subscribe, type Subscriber, subscriptionOf } from '../setup/subscriber.ts';

type Name = 'MERGE' | 'UNDO_MERGE';

/** Sam proposes, Ada confirms; answers the status of whichever refused, or of the confirmation. */
async function staffDo(site: TestSite, action: Name, { kept, ended }: { kept: string; ended: string }) {
  const sam = await staffHeaders(site, ['SUPPORT'], 'staff-sam');
  const ada = await staffHeaders(site, ['ADMIN'], 'staff-ada');
  const proposed = await actAbout(site, sam, kept, { action, subject: ended });
  if (proposed.statusCode !== 200) return proposed;
  const { proposals } = (await site.app.inject({ url: '/api/v2/staff/proposals', headers: ada })).json<{
    proposals: ProposalView[];
  }>();
  const { id = '' } = proposals.find(({ person }) => person?.userId === kept) ?? {};
  const url = `/api/v2/staff/proposals/${id}/decision`;
  return site.app.inject({
    method: 'POST',
    url,
    headers: ada,
    payload: { decision: 'CONFIRM' },
  });
}

const statusOf = async (site: TestSite, action: Name, pair: { kept: string; ended: string }) =>
  (await staffDo(site, action, pair)).statusCode;

/** Somebody whose plan runs in another record than the one they have used before. */
async function cameBack(site: TestSite) {
  const kept = await addPerson(site.dependencies.db);
  const ended = await subscribe(site);
  await givePhoneOf(site, kept.userId, ended.userId);
  const home = { line1: '12 Lake Street', city: 'Minneapolis', region: 'MN', postalCode: '55401' };
  await site.dependencies.db
    .updateTable('users')
    .set({ ...home, timeZone: 'America/Chicago' })
    .where('id', '=', kept.userId)
    .execute();
  return { kept, ended };
}

const idsOf = ({ kept, ended }: { kept: Subscriber; ended: Subscriber }) => ({
  kept: kept.userId,
  ended: ended.userId,
});

/** Every row but who did what, what was mailed and counted: of people and plans without when and how often changed. */
async function asItIs({ dependencies: { db } }: TestSite) {
  const rows = Object.entries(await everyRow(db, { except: changing }));
  const wholly = rows.filter(([table]) => !/sent_mails|_private_tasks/.test(table));
  const [users, plans] = [
    await db.selectFrom('users').selectAll().orderBy('id').execute(),
    await db.selectFrom('subscriptions').selectAll().orderBy('id').execute(),
  ];
  return {
    wholly,
    users: users.map(({ updatedAt: _, ...user }) => user),
    plans: plans.map(({ updatedAt: _, version: _version, ...plan }) => plan),
  };
}
const changing = [
  'account_merges',
  'deletion_requests',
  'mail_envelopes',
  'rate_limits',
  'single_use_tokens',
  'staff_actions',
  'staff_proposals',
  'staff_sessions',
  'subscriptions',
  'users',
];

test('two records of one person become one: money and documents move, one sign-in stays, nothing renews twice, and no other parent is told', async () => {
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
  const offer = offerOf(await lookAt(site, sam, kept.userId), 'MERGE');
  expect(offer?.sentences.join(' ')).toContain(`the other’s, paid until ${ended.periodEnd}, ends now`);
  expect((await lookAt(site, sam, kept.userId)).duplicates).toMatchObject([{ userId: ended.userId, code: null }]);

  expect(await statusOf(site, 'MERGE', idsOf(pair))).toBe(200);
  expect((await site.app.inject({ url: '/api/v2/account', headers: theirs })).statusCode).toBe(401);
  expect((await home(site, kept.userId)).receipts).toHaveLength(2);
  expect(await subscriptionOf(site, kept)).toMatchObject({
    state: 'CURRENT',
    autoRenew: true,
  });
  expect(await subscriptionOf(site, ended)).toMatchObject({
    state: 'LAPSED',
    userId: kept.userId,
  });
  for (const userId of [kept.userId, ended.userId])
    expect((await lookAt(site, sam, userId)).timeline).toContainEqual(
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

  // The payment that was one too many goes back to who stays.
  const refund = (await lookAt(site, sam, kept.userId)).actions.find(
    ({ action, sentences }) => action === 'REFUND' && sentences.length > 0,
  );
  const back = {
    action: 'REFUND',
    subject: refund?.subject,
    inputs: { amountCents: 14_400 },
  } as const;
  expect((await actAbout(site, sam, kept.userId, back)).statusCode).toBe(200);
  await settleSales(site.sandboxUrl);
  await drain(site);
  expect((await mailsTo(site.sandboxUrl, kept.email)).map(({ subject }) => subject).join()).toMatch(/refund/i);

  goTo(site, kept.periodEnd);
  await runDue(site);
  expect(await charges(site)).toHaveLength(3);
  // A day later the rest of the other record is forgotten; the receipts stay with who stays.
  expect(await db.selectFrom('users').select(['status', 'email']).where('id', '=', ended.userId).execute()).toEqual([
    { status: 'CLOSED', email: '' },
  ]);
  const receipts = (await home(site, kept.userId)).receipts;
  expect(receipts.flatMap(({ holders }) => holders)).toEqual(
    receipts.map(() => ({ name: expect.any(String), own: true })),
  );
  expect(JSON.stringify(await exportData(site.dependencies, kept.userId))).toContain(ended.subscriptionId);
  expect(await checkChain(db)).toMatchObject({ brokenAt: null });
});

test('a plan of the record that ends goes on in the one that stays, is charged once when it renews, to the method it had', async () => {
  const site = await openSite();
  const { kept, ended } = await cameBack(site);
  goTo(site, ended.periodEnd);
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
  expect((await lookAt(site, sam, kept.userId)).duplicates).toMatchObject([{ code: 'PAID_SINCE' }]);
  expect(await statusOf(site, 'UNDO_MERGE', { kept: kept.userId, ended: ended.userId })).toBe(409);
});

/** What stops an undo, beside the day. */
const preventsUndo: Record<Exclude<UndoRefusal, 'OVER'>, Preventing> = {
  KEPT_CLOSED: ({ kept }) => sql`update users set status = 'CLOSED' where id = ${kept}`,
  PAYMENT_IN_DOUBT: ({ kept }) => sql`update payment_attempts set state = 'UNKNOWN', purpose = 'RENEWAL',
    subject_id = (select id from subscriptions where user_id = ${kept} limit 1)
    where id = (select attempt_id from orders where user_id = ${kept} limit 1)`,
  PAID_SINCE: ({ ended }) => sql`update payment_attempts set purpose = 'RENEWAL', settled_at = now() + interval '1 day',
    subject_id = (select (before->'plans'->>0)::uuid from account_merges
      where ended_user_id = ${ended} and undone_at is null)
    where id = (select attempt_id from orders order by id limit 1)`,
  PLAN_CHANGED: () => sql`update subscriptions set version = version + 1 where state = 'LAPSED'`,
  EMAIL_TAKEN: ({ kept, ended }) => sql`update users set updated_at = now() + interval '1 day',
    email_normalised = (select email_normalised from users where id = ${ended}) where id = ${kept}`,
};

/** Does something that leaves nothing. */
async function rolledBack(db: Db, work: (trx: Trx) => Promise<void>): Promise<void> {
  const rollBack = new Error('rolled back');
  await expect(
    db.transaction().execute(async (trx) => {
      await work(trx);
      throw rollBack;
    }),
  ).rejects.toBe(rollBack);
}

test('within a day a merge is undone as if it had not been, with what came of its orders since; later, or once a plan that moved was paid for, it says why not', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const pair = await subscribeTwice(site);
  const ids = idsOf(pair);
  await drain(site);
  const before = await asItIs(site);
  expect(await statusOf(site, 'MERGE', ids)).toBe(200);
  const sam = await staffHeaders(site, ['SUPPORT'], 'staff-sam');
  const refund = (await lookAt(site, sam, ids.kept)).actions.filter(({ action }) => action === 'REFUND');
  const [order] = await db
    .selectFrom('subscriptionPeriods')
    .select('orderId')
    .where('subscriptionId', '=', pair.ended.subscriptionId)
    .execute();
  expect(refund.map(({ subject }) => subject)).toContain(order?.orderId);
  expect(await statusOf(site, 'UNDO_MERGE', ids)).toBe(200);
  await drain(site);
  expect(await asItIs(site)).toEqual(before);

  // Again, and this time money went back meanwhile: it goes along.
  expect(await statusOf(site, 'MERGE', ids)).toBe(200);
  await actAbout(site, sam, ids.kept, {
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
    await rolledBack(db, async (trx) => {
      await statement(ids).execute(trx);
      expect([code, merge && (await refusedUndo(trx, merge, undoing.at))]).toEqual([code, code]);
      expect([code, await undoMerge(trx, undoing)]).toEqual([code, code]);
    });
  }
  site.clock.set(new Date(site.clock.now().getTime() + hours(24)));
  const late = await staffHeaders(site, ['SUPPORT'], 'staff-sam');
  const page = await lookAt(site, late, ids.kept);
  expect(page.duplicates).toMatchObject([
    { code: 'OVER', text: expect.stringContaining('cannot be undone') as string },
  ]);
  expect(page.actions.filter(({ action }) => action === 'UNDO_MERGE')).toEqual([]);
  expect(await statusOf(site, 'UNDO_MERGE', ids)).toBe(409);
});

type Preventing = (pair: { kept: string; ended: string }) => ReturnType<typeof sql>;

/** What stops a merge, of who ends or of both. */
const preventsMerge: Record<Exclude<MergeRefusal, 'CLOSED' | 'PROFESSIONAL'>, Preventing> = {
  SAME_FAMILY: ({ kept, ended }) =>
    sql`update users set family_id = (select family_id from users where id = ${kept}) where id = ${ended}`,
  NOT_JOINED: ({ ended }) => sql`update users set status = 'INVITED' where id = ${ended}`,
  SECOND_FACTOR: ({
    ended,
  }) => sql`insert into passkeys (id, user_id, credential_id, public_key, counter, name, created_at)
      values (gen_random_uuid(), ${ended}, 'one', '\\x00', 0, 'Phone', now())`,
  CLOSING: ({ kept }) => sql`insert into deletion_requests (id, user_id, requested_at, closes_on)
      values (gen_random_uuid(), ${kept}, now(), current_date + 30)`,
  PROFESSIONAL_CASE: ({ kept, ended }) =>
    sql`update users set created_by_professional_id = ${kept} where id = ${ended}`,
  OTHER_PARENT_JOINED: ({ ended }) => sql`update users set status = 'ACTIVE' where id <> ${ended}
      and family_id = (select family_id from users where id = ${ended})`,
  PAID_BY_OTHER: ({ kept, ended }) => sql`update subscriptions set payer_user_id = ${kept} where user_id = ${ended}`,
  PAYMENT_IN_DOUBT: ({ kept }) => sql`update payment_attempts set state = 'UNKNOWN', purpose = 'RENEWAL',
      subject_id = (select id from subscriptions where user_id = ${kept})
      where id = (select attempt_id from orders where user_id = ${kept})`,
  NO_ADDRESS: ({ kept }) => sql`with gone as (update subscriptions set state = 'LAPSED' where user_id = ${kept})
    update users set city = null where id = ${kept}`,
  RENEWAL_UNPAID: ({ ended }) => sql`update subscriptions set declined_on = current_date where user_id = ${ended}`,
  PAYMENT_DISPUTED: ({
    ended,
  }) => sql`insert into disputes (id, transaction_id, user_id, kind, state, reason, amount_cents, state_at, created_at, updated_at)
      values ('one', 'none', ${ended}, 'CHARGEBACK', 'OPEN', '', 100, now(), now(), now())`,
  WAIVER_OPEN: ({
    ended,
  }) => sql`insert into fee_waivers (id, user_id, reason, court_order, package_name, price_cents, family_hashes, state, asked_at)
      values (gen_random_uuid(), ${ended}, 'LOW_INCOME', '', 'ESSENTIALS', 100, '{}', 'ASKED', now())`,
};

test('what must not be merged is refused by a code that staff read, and nothing changes', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const pair = await subscribeTwice(site);
  const ids = idsOf(pair);
  await drain(site);
  const sam = await staffHeaders(site, ['SUPPORT'], 'staff-sam');
  for (const [code, statement] of Object.entries(preventsMerge)) {
    await rolledBack(db, async (trx) => {
      await statement(ids).execute(trx);
      const within = { keptUserId: ids.kept, endedUserId: ids.ended };
      expect([code, await refusedMerge(trx, within)]).toEqual([code, code]);
      expect([code, await mergeAccounts(trx, { ...within, at: site.clock.now() })]).toEqual([code, code]);
    });
  }
  await preventsMerge.SAME_FAMILY(ids).execute(db);
  expect((await lookAt(site, sam, ids.kept)).duplicates).toMatchObject([{ userId: ids.ended, code: 'SAME_FAMILY' }]);
  expect(await statusOf(site, 'MERGE', ids)).toBe(409);
  const [professional, stranger] = [await addPerson(db, { role: 'PROFESSIONAL' }), await addPerson(db)];
  for (const ended of [professional.userId, stranger.userId, ids.kept])
    expect(await statusOf(site, 'MERGE', { ...ids, ended })).toBe(409);
  const refusedOf = (endedUserId: string) => refusedMerge(db, { keptUserId: ids.kept, endedUserId });
  expect([await refusedOf(professional.userId), await refusedOf(ids.kept)]).toEqual(['PROFESSIONAL', 'CLOSED']);
  const merges = await db.selectFrom('accountMerges').select('id').execute();
  expect(merges).toEqual([]);
});

const mergeAtOnce = ({ dependencies: { db }, clock }: TestSite, keptUserId: string, endedUserId: string) =>
  db.transaction().execute((trx) => mergeAccounts(trx, { keptUserId, endedUserId, at: clock.now() }));

test('of merges at once one is done, whichever way round; merges and undos at once leave one of the two states whole', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const pair = await subscribeTwice(site);
  const ids = idsOf(pair);
  await drain(site);
  const apart = await asItIs(site);
  const answers = await Promise.all([
    mergeAtOnce(site, ids.kept, ids.ended),
    mergeAtOnce(site, ids.ended, ids.kept),
    mergeAtOnce(site, ids.kept, ids.ended),
  ]);
  expect(answers.filter((answer) => answer === null)).toHaveLength(1);
  const [merge] = await db.selectFrom('accountMerges').selectAll().execute();
  const { keptUserId = '', endedUserId = '' } = merge ?? {};
  const undo = () =>
    db.transaction().execute((trx) => undoMerge(trx, { keptUserId, endedUserId, at: site.clock.now() }));
  const undone = await Promise.all([undo(), mergeAtOnce(site, keptUserId, endedUserId), undo()]);
  expect(undone.filter((answer) => answer === null).length).toBeGreaterThan(0);
  await undo();
  await drain(site);
  expect(await asItIs(site)).toEqual(apart);
});

test('a renewal at the moment of a merge is charged once, or stops the merge', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const answers: (MergeRefusal | null)[] = [];
  for (const pauseMs of [0, 8, 80]) {
    const { kept, ended } = await cameBack(site);
    await drain(site);
    site.clock.set(new Date(`${ended.periodEnd}T13:00:00Z`));
    const [, refused] = await Promise.all([
      renewSubscription(site.dependencies, ended),
      setTimeout(pauseMs).then(() => mergeAtOnce(site, kept.userId, ended.userId)),
    ]);
    await runDue(site);
    const { userId, payerUserId, periodEnd } = await subscriptionOf(site, ended);
    const owner = refused === null ? kept.userId : ended.userId;
    expect([userId, payerUserId, periodEnd]).toEqual([owner, owner, anniversary(ended.periodEnd, 1)]);
    const orders = await db
      .selectFrom('orders')
      .select('id')
      .where('userId', 'in', [kept.userId, ended.userId])
      .where('userId', '=', owner)
      .execute();
    expect(orders).toHaveLength(2);
    answers.push(refused);
    site.clock.set(new Date());
  }
  expect(await charges(site)).toHaveLength(2 * answers.length);
  expect(new Set([...answers, null, 'PAYMENT_IN_DOUBT'])).toEqual(new Set([null, 'PAYMENT_IN_DOUBT']));
});
