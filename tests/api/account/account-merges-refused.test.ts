import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { MergeRefusal } from '#contract/account/account-merges.ts';
import { refusedMerge } from '#server/account/account-merge-repository.ts';
import { mergeAccounts, separateAccounts } from '#server/account/merge-accounts.ts';
import { freeAddress } from '#server/identity/proven-email.ts';
import { renewSubscription } from '#server/plans/renew-subscription.ts';
import { anniversary } from '#server/subscriptions/calendar.ts';
import { charges } from '../../setup/account-calls.ts';
import {
  asItIs,
  type BlockingState,
  idsOf,
  inRolledBackTransaction,
  splitSubscriber,
  statusOf,
} from '../../setup/ownership/merging.ts';
import { addPerson } from '../../setup/person.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { staffHeaders, viewPerson } from '../../setup/staff.ts';
import { subscribeTwice } from '../../setup/staff-targets.ts';
import { drain, runDue, subscribe, subscriptionOf } from '../../setup/subscriber.ts';

/** What prevents a merge, on either record. */
const preventsMerge: Record<Exclude<MergeRefusal, 'CLOSED' | 'PROFESSIONAL'>, BlockingState> = {
  FROZEN: ({ ended }) => sql`update users set frozen_at = now() where id = ${ended}`,
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
  CO_PARENT_PAID: ({ ended }) => sql`insert into subscriptions
      (id, user_id, family_id, payer_user_id, package_id, state, period_start, anchor_date, period_end, created_at,
        updated_at)
    select gen_random_uuid(), users.id, users.family_id, ${ended}, package_id, 'CURRENT', period_start, anchor_date,
      period_end, now(), now() from users join subscriptions using (family_id)
      where subscriptions.user_id = ${ended} and users.id <> ${ended}`,
  PAYMENT_IN_DOUBT: ({ kept }) => sql`update payment_attempts set state = 'UNKNOWN', purpose = 'RENEWAL',
      subject_id = (select id from subscriptions where user_id = ${kept})
      where id = (select attempt_id from orders where user_id = ${kept})`,
  NO_ADDRESS: ({ kept }) => sql`with gone as (update subscriptions set state = 'LAPSED' where user_id = ${kept})
    update users set city = null where id = ${kept}`,
  RENEWAL_UNPAID: ({ ended }) => sql`update subscriptions set declined_on = current_date where user_id = ${ended}`,
  PAYMENT_DISPUTED: ({ ended }) => sql`insert into disputes
      (id, transaction_id, user_id, kind, state, reason, amount_cents, state_at, created_at, updated_at)
    values ('one', 'none', ${ended}, 'CHARGEBACK', 'OPEN', '', 100, now(), now(), now())`,
  WAIVER_OPEN: ({ ended }) => sql`insert into fee_waivers
      (id, user_id, reason, court_order, package_name, price_cents, family_hashes, state, asked_at)
    values (gen_random_uuid(), ${ended}, 'LOW_INCOME', '', 'ESSENTIALS', 100, '{}', 'ASKED', now())`,
};

test('a forbidden merge is rejected with a code for staff, and changes nothing', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const pair = await subscribeTwice(site);
  const ids = idsOf(pair);
  await drain(site);
  const sam = await staffHeaders(site, ['SUPPORT'], 'staff-sam');
  for (const [code, statement] of Object.entries(preventsMerge)) {
    await inRolledBackTransaction(site, async (trx) => {
      await statement(ids).execute(trx);
      const within = { keptUserId: ids.kept, endedUserId: ids.ended };
      expect([code, await refusedMerge(trx, within)]).toEqual([code, code]);
      expect([code, await mergeAccounts(trx, { ...within, at: site.clock.now() })]).toEqual([code, code]);
    });
  }
  await preventsMerge.SAME_FAMILY(ids).execute(db);
  expect((await viewPerson(site, sam, ids.kept)).duplicates).toMatchObject([
    { userId: ids.ended, code: 'SAME_FAMILY' },
  ]);
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

test('of concurrent merges in either direction one succeeds; concurrent undos leave a consistent state', async () => {
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
    db.transaction().execute((trx) => separateAccounts(trx, { keptUserId, endedUserId, at: site.clock.now() }));
  const undone = await Promise.all([undo(), undo(), undo()]);
  expect(undone.toSorted()).toEqual(['OVER', 'OVER', null]);
  await mergeAtOnce(site, keptUserId, endedUserId);
  await Promise.all([undo(), mergeAtOnce(site, keptUserId, endedUserId)]);
  await undo();
  await drain(site);
  expect(await asItIs(site)).toEqual(apart);
});

test('a renewal concurrent with a merge is charged once, or stops the merge', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const answers: (MergeRefusal | null)[] = [];
  for (const pauseMs of [0, 8, 80]) {
    const { kept, ended } = await splitSubscriber(site);
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
    expect(await db.selectFrom('orders').select('id').where('userId', '=', owner).execute()).toHaveLength(2);
    answers.push(refused);
    site.clock.set(new Date());
  }
  expect(await charges(site)).toHaveLength(2 * answers.length);
  expect(new Set([...answers, null, 'PAYMENT_IN_DOUBT'])).toEqual(new Set([null, 'PAYMENT_IN_DOUBT']));
});

test('a merge with an account whose address somebody else had proved can be undone, whoever else has lost an address since', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const { kept, ended } = idsOf(await subscribeTwice(site));
  const other = await subscribe(site);
  await drain(site);
  const loseAddress = async (userId: string) => {
    await db.updateTable('users').set({ emailProvenAt: null }).where('id', '=', userId).execute();
    const { email } = await db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow();
    await db.transaction().execute((trx) => freeAddress(trx, { email, at: site.clock.now() }));
  };
  await loseAddress(ended);
  expect(await statusOf(site, 'MERGE', { kept, ended })).toBe(200);
  site.clock.advance(1_000);
  await loseAddress(other.userId);
  expect(await statusOf(site, 'UNDO_MERGE', { kept, ended })).toBe(200);
});
