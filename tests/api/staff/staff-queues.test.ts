import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { QueueRow } from '#contract/api/staff/staff-queues.ts';
import { utcDay } from '#contract/fields/day.ts';
import { type StaffRole, staffRoles } from '#contract/staff/staff.ts';
import { type StaffQueueName, staffQueueNames, staffQueues } from '#contract/staff/staff-queues.ts';
import { enqueue } from '#server/db/job-queue.ts';
import { queues } from '#server/staff/queues/queues.ts';
import { addDays } from '#server/subscriptions/calendar.ts';
import { callRefund } from '../../setup/account-calls.ts';
import { queueTables } from '../../setup/database/queue-tables.ts';
import { addPerson } from '../../setup/person.ts';
import { ledger, settleSales } from '../../setup/sandbox.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { offerOf, performAction, staffHeaders, viewPerson } from '../../setup/staff.ts';
import { claimForStaff } from '../../setup/staff-targets.ts';
import { drain, subscribe, subscriptionOf } from '../../setup/subscriber.ts';

type Headers = Record<string, string>;
type Counted = { queue: StaffQueueName; count: number; more: boolean };

async function countsFor({ app }: TestSite, headers: Headers) {
  const answer = await app.inject({ url: '/api/v2/staff/queues', headers });
  return answer.json<{ queues: Counted[] }>().queues;
}

async function read({ app }: TestSite, headers: Headers, queue: StaffQueueName, after: string | null = null) {
  const query = after === null ? '' : `?after=${encodeURIComponent(after)}`;
  const answer = await app.inject({ url: `/api/v2/staff/queues/${queue}${query}`, headers });
  return { status: answer.statusCode, ...answer.json<{ rows: QueueRow[]; next: string | null }>() };
}

/** One row in each queue, all about one person, and beside each one that waits for nobody. */
async function fillQueues(site: TestSite): Promise<string> {
  const { db } = site.dependencies;
  const { userId, subscriptionId } = await subscribe(site);
  await drain(site);
  const order = await db.selectFrom('orders').selectAll().where('userId', '=', userId).executeTakeFirstOrThrow();
  const at = site.clock.now();
  const [today, yesterday] = [utcDay(at), addDays(utcDay(at), -1)];
  await sql`
    insert into payment_attempts
      (id, purpose, subject_id, state, idempotency_key, request_hash, amount_cents, purchase, created_at)
    select uuidv7(), 'RENEWAL', ${subscriptionId}, state, state, '\\x00', 19800, '{}', ${at}
    from unnest(array['UNKNOWN', 'DECLINED']) as state`.execute(db);
  await sql`
    insert into refunds (id, order_id, user_id, transaction_id, amount_cents, reason, state, refusals, last_refusal,
      requested_at, settled_at)
    select uuidv7(), ${order.id}, ${userId}, ${order.transactionId}, 100, 'BY_SUPPORT', state, 4, '91506', ${at}, ${at}
    from unnest(array['FAILED', 'WITHDRAWN']) as state`.execute(db);
  await sql`
    insert into disputes (id, transaction_id, order_id, user_id, kind, state, reason, amount_cents, reply_by, state_at,
      created_at, updated_at)
    select 'dp-' || state, ${order.transactionId}, ${order.id}, ${userId}, 'CHARGEBACK', state, 'FRAUD', 19800,
      ${today}::date + 5, ${at}, ${at}, ${at}
    from unnest(array['OPEN', 'WON']) as state`.execute(db);
  await sql`
    insert into settlement_differences (kind, transaction_id, day, our_cents, their_cents, found_at, seen_at,
      resolved_at)
    values ('AMOUNT', ${order.transactionId}, ${today}, 100, 200, ${at}, ${at}, null),
      ('STATE', ${order.transactionId}, ${today}, 100, 200, ${at}, ${at}, ${at})`.execute(db);
  await sql`
    insert into suppressed_addresses (user_id, address_hash, cause, reports, hard_reports, reported_at)
    values (${userId}, '\\x01', 'HARD', 2, 2, ${at}), (${userId}, '\\x02', 'SOFT', 4, 0, ${at}),
      (${userId}, '\\x03', 'HARD', 1, 1, ${at})`.execute(db);
  await enqueue(db, { name: 'send-receipt', payload: { orderId: order.id }, key: `receipt:${order.id}` });
  await enqueue(db, { name: 'send-receipt', payload: { orderId: order.id }, key: `again:${order.id}` });
  await sql`
    update ${sql.table(queueTables.jobs)} set attempts = max_attempts, last_error = 'no route to marta@example.com'
    where key like 'receipt:%'`.execute(db);
  await sql`
    insert into deletion_requests (id, user_id, requested_at, closes_on, withdrawn_at)
    values (uuidv7(), ${userId}, ${at}, ${today}::date + 30, null),
      (uuidv7(), ${userId}, ${at}, ${today}, ${at})`.execute(db);
  await sql`
    update subscriptions set period_start = ${yesterday}::date - 365,
      period_end = ${yesterday}, declined_on = ${yesterday}, retry_on = ${today}
    where id = ${subscriptionId}`.execute(db);
  await sql`
    insert into fee_waivers
      (id, user_id, reason, court_order, package_name, price_cents, family_hashes, state, asked_at)
    values (uuidv7(), ${userId}, 'LEGAL_AID', '', 'ESSENTIALS', 14400, '{}', 'ASKED', ${at})`.execute(db);
  await claimForStaff(site, userId);
  return userId;
}

test('each queue contains only its waiting rows, for its roles alone, and links to the person', async () => {
  const site = await openSite();
  const admin = await staffHeaders(site, ['ADMIN']);
  expect((await countsFor(site, admin)).map(({ count }) => count)).toEqual(staffQueueNames.map(() => 0));
  const userId = await fillQueues(site);
  for (const role of staffRoles) {
    const headers = await staffHeaders(site, [role]);
    const seen = staffQueueNames.filter((name) => (staffQueues[name].roles as readonly StaffRole[]).includes(role));
    if (role !== 'GROWTH')
      expect(await countsFor(site, headers)).toEqual(seen.map((queue) => ({ queue, count: 1, more: false })));
    for (const queue of staffQueueNames) {
      const { status, rows } = await read(site, headers, queue);
      expect([role, queue, status]).toEqual([role, queue, seen.includes(queue) ? 200 : 403]);
      if (status === 403) continue;
      expect([queue, rows]).toMatchObject([queue, [{ userId, name: expect.stringMatching(/^\S+ \S\.$/) }]]);
      expect(rows[0]?.cells).toHaveLength(staffQueues[queue].columns.length);
      expect(JSON.stringify(rows)).not.toContain('@');
    }
  }
});

test('a row’s action is done once, with a reason, and leaves the queue', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const userId = await fillQueues(site);
  const admin = await staffHeaders(site, ['ADMIN']);
  const done: Record<string, unknown> = {};
  for (const queue of staffQueueNames) {
    const { rows } = await read(site, admin, queue);
    const offered = rows.flatMap((row) => row.actions.map(({ action, subject }) => ({ row, action, subject })));
    for (const { row, action, subject } of offered) {
      if (action.endsWith('FEE_WAIVER') || action === 'PAY_WITH_CODE' || queue === 'account-claims') continue;
      const about = staffQueues[queue].isAboutPerson ? row.userId : null;
      const answer = await performAction(site, admin, about, { action, subject });
      expect([action, answer.statusCode]).toEqual([action, 200]);
      done[action] = answer.json<{ shown: object[] }>().shown.length > 0;
    }
  }
  expect(done).toEqual({
    ASK_GATEWAY: false,
    RETRY_REFUND: false,
    COLLECT_EVIDENCE: true,
    CLOSE_DIFFERENCE: false,
    MAIL_ADDRESS_AGAIN: false,
    RETRY_JOB: false,
    KEEP_ACCOUNT: false,
    CANCEL_RENEWAL: false,
  });
  const waiting = Object.fromEntries((await countsFor(site, admin)).map(({ queue, count }) => [queue, count]));
  expect(waiting).toMatchObject({
    'failed-refunds': 0,
    'settlement-differences': 0,
    'refused-mail': 0,
    'failed-jobs': 0,
  });
  expect(waiting).toMatchObject({ closings: 0, 'past-due': 0 });
  expect(waiting).toMatchObject({ disputes: 1, 'payments-in-doubt': 1 });
  const { rows: jobs } = await sql<{ task: string }>`
    select task_identifier as task from graphile_worker.jobs where attempts = 0 and run_at <= now() order by 1`.execute(
    db,
  );
  expect(jobs.map(({ task }) => task)).toEqual([
    'issue-refund',
    'reconcile-payment',
    'send-account-change',
    'send-receipt',
    'send-receipt',
    'send-subscription-ended',
  ]);
  const nonsense = { action: 'RETRY_JOB', subject: 'no-job', reason: 'Looked at it' };
  const refused = await site.app.inject({
    method: 'POST',
    url: '/api/v2/staff/actions',
    headers: admin,
    payload: nonsense,
  });
  expect(refused.statusCode).toBe(409);
  expect(await db.selectFrom('suppressedAddresses').select('userId').execute()).toEqual([{ userId }, { userId }]);
});

/** Cents that the gateway has refunded. */
const sentBack = async ({ sandboxUrl }: TestSite) =>
  (await ledger(sandboxUrl))
    .filter(({ kind }) => kind === 'refund')
    .reduce((sum, { amountCents }) => sum + amountCents, 0);

/** As after its last refused try, or a code that allows no retry. */
const failForGood = ({ dependencies: { db }, clock }: TestSite) =>
  db.updateTable('refunds').set({ state: 'FAILED', retryAt: null, settledAt: clock.now() }).execute();

async function retryFailed(site: TestSite, headers: Headers) {
  const { rows } = await read(site, headers, 'failed-refunds');
  const [row] = rows;
  const answer = await performAction(site, headers, null, { action: 'RETRY_REFUND', subject: row?.key });
  return { waited: rows.length, statusCode: answer.statusCode, sentences: row?.actions[0]?.sentences ?? [] };
}

test('a permanently failed refund is paid once, by its retry only; no other refund of the order is offered', async () => {
  const site = await openSite();
  const [sam, bea] = [await staffHeaders(site, ['SUPPORT']), await staffHeaders(site, ['BILLING'])];
  const { userId } = await subscribe(site, { nonce: 'fake-first-refund-declined-nonce' });
  await settleSales(site.sandboxUrl);
  const subject = offerOf(await viewPerson(site, sam, userId), 'REFUND')?.subject;
  const part = { action: 'REFUND', subject, inputs: { amountCents: 4_000 } } as const;
  expect((await performAction(site, sam, userId, part)).statusCode).toBe(200);
  await drain(site);
  await failForGood(site);
  expect(offerOf(await viewPerson(site, sam, userId), 'REFUND')).toBeUndefined();
  expect((await performAction(site, sam, userId, part)).statusCode).toBe(409);
  expect((await callRefund(site, userId)).body.amount).toBe(10_400);
  await drain(site);
  expect(await sentBack(site)).toBe(10_400);
  expect(await retryFailed(site, bea)).toMatchObject({ waited: 1, statusCode: 200 });
  await drain(site, { times: 2 });
  expect(await sentBack(site)).toBe(14_400);
  expect((await read(site, bea, 'failed-refunds')).rows).toEqual([]);
});

test('a failed refund of the payer’s part of an order for two is paid once, and the co-parent’s part stays paid', async () => {
  const site = await openSite();
  const [sam, bea] = [await staffHeaders(site, ['SUPPORT']), await staffHeaders(site, ['BILLING'])];
  const nonce = 'fake-first-refund-declined-nonce';
  const { userId, coParentEmail } = await subscribe(site, { payForCoparent: true, nonce });
  await settleSales(site.sandboxUrl);
  await drain(site);
  const subject = offerOf(await viewPerson(site, sam, userId), 'REFUND')?.subject;
  expect((await callRefund(site, userId)).body.amount).toBe(14_400);
  await drain(site);
  await failForGood(site);
  const again = { action: 'REFUND', subject, inputs: { amountCents: 14_400 } } as const;
  expect((await performAction(site, sam, userId, again)).statusCode).toBe(409);
  expect((await retryFailed(site, bea)).statusCode).toBe(200);
  await drain(site, { times: 2 });
  expect(await sentBack(site)).toBe(14_400);
  const { id: subscriptionId } = await site.dependencies.db
    .selectFrom('subscriptions')
    .innerJoin('users', 'users.id', 'subscriptions.userId')
    .select('subscriptions.id')
    .where('email', '=', coParentEmail)
    .executeTakeFirstOrThrow();
  expect(await subscriptionOf(site, { subscriptionId })).toMatchObject({ state: 'CURRENT' });
  expect(offerOf(await viewPerson(site, sam, userId), 'REFUND')?.inputs).toMatchObject([{ mostCents: 14_400 }]);
});

test('retrying a failed refund that exceeds the rest of its order sends the rest, or nothing, and clears the queue', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const bea = await staffHeaders(site, ['BILLING']);
  const { userId } = await subscribe(site);
  await settleSales(site.sandboxUrl);
  const order = await db.selectFrom('orders').selectAll().executeTakeFirstOrThrow();
  const at = site.clock.now();
  await sql`
    insert into refunds (id, order_id, user_id, transaction_id, amount_cents, reason, state, refusals, last_refusal,
      requested_at, settled_at)
    select uuidv7(), ${order.id}, ${userId}, ${order.transactionId}, cents, 'BY_SUPPORT', state, 4, '2046',
      ${at}::timestamptz + make_interval(mins => nr::int), ${at}
    from unnest(array[14000, 4000, 1000], array['REFUNDED', 'FAILED', 'FAILED']) with ordinality as made (cents, state, nr)
  `.execute(db);
  // Each counts as promised beside the other, so the first leaves nothing for itself.
  const none = await retryFailed(site, bea);
  expect(none).toMatchObject({ waited: 2, statusCode: 200, sentences: [expect.stringContaining('Nothing is sent')] });
  const partly = await retryFailed(site, bea);
  expect(partly).toMatchObject({ waited: 1, statusCode: 200 });
  expect(partly.sentences[0]).toContain('US$4.00 is sent, the way it was paid');
  expect((await read(site, bea, 'failed-refunds')).rows).toEqual([]);
  await drain(site, { times: 2 });
  expect(await sentBack(site)).toBe(400);
});

test('a long queue is read page by page, the longest wait first, each row once, and counted up to a thousand', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const headers = await staffHeaders(site, ['SUPPORT']);
  const { userId } = await addPerson(db);
  await sql`
    insert into suppressed_addresses (user_id, address_hash, cause, reports, hard_reports, reported_at)
    select ${userId}, int4send(number), 'HARD', 2, 2, date_trunc('day', now()) - make_interval(secs => number / 7)
    from generate_series(1, 1003) as number`.execute(db);
  expect(await countsFor(site, headers)).toContainEqual({ queue: 'refused-mail', count: 999, more: true });
  const seen: QueueRow[] = [];
  for (let after: string | null = null; ; ) {
    const { rows, next } = await read(site, headers, 'refused-mail', after);
    seen.push(...rows);
    if (next === null) break;
    after = next;
  }
  expect([seen.length, new Set(seen.map(({ key }) => key)).size]).toEqual([1003, 1003]);
  expect(seen.map(({ cells }) => cells[0])).toEqual(seen.map(({ cells }) => cells[0]).toSorted());
  const midnight = 'T00:00:00.000Z';
  for (const no of ['time', `2026-02-30${midnight} a`, `0000-01-01${midnight} a`, `2026-01-01${midnight} a\0`])
    expect([no, (await read(site, headers, 'refused-mail', no)).rows]).toEqual([no, seen.slice(0, 50)]);
});

test('no queue scans a whole table', async () => {
  const { dependencies, clock } = await openSite();
  await dependencies.db.connection().execute(async (db) => {
    await sql`set enable_seqscan = off`.execute(db);
    for (const [name, { waiting }] of Object.entries(queues)) {
      const statement = sql`explain (format json)
        select * from (${waiting(clock.now())}) as waiting order by since, key limit 51`;
      const plan = JSON.stringify((await statement.execute(db)).rows);
      const read = [...plan.matchAll(/"Seq Scan".*?"Relation Name":"(\w+)"/g)].map(([, table]) => table);
      // Of the library's jobs finished ones are deleted, and it has no index for others; there are few packages.
      expect([
        name,
        read.filter((table) => !['_private_jobs', '_private_tasks', 'packages'].includes(table ?? '')),
      ]).toEqual([name, []]);
    }
  });
});
