import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { eventually, ledger, mailsTo, settleSales } from '../setup/sandbox.ts';
import { readyToPay, submitPayment } from '../setup/sign-up.ts';
import { openSite } from '../setup/site.ts';

/** The SQL statements that docs/incidents.md gives for an incident. */
function statements(): string[] {
  const text = readFileSync(path.resolve(import.meta.dirname, '../../docs/incidents.md'), 'utf8');
  const lines = text.split('\n').map((line) => (line.startsWith('    ') ? line : ''));
  return lines
    .join('\n')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}

/** Somebody has paid, and the job of their receipt has failed permanently. */
async function incident() {
  const site = await openSite();
  const { db } = site.dependencies;
  const registration = await readyToPay(site.app);
  const paid = await submitPayment(site.app, registration);
  const { orderId: order, totals } = paid.body.receipt;
  const { userId, transactionId } = await db
    .selectFrom('orders')
    .select(['userId', 'transactionId'])
    .where('id', '=', order)
    .executeTakeFirstOrThrow();
  await sql`select graphile_worker.permanently_fail_jobs(
    array(select id from graphile_worker.jobs where task_identifier = 'send-receipt'))`.execute(db);
  // An earlier partial refund was refused for good.
  const [refund, failedCents] = [randomUUID(), 1_000];
  const at = new Date();
  const failed = { state: 'FAILED', reason: 'BY_SUPPORT', refusals: 4, requestedAt: at, settledAt: at } as const;
  await db
    .insertInto('refunds')
    .values({
      ...failed,
      id: refund,
      orderId: order,
      userId,
      transactionId: transactionId ?? '',
      amountCents: failedCents,
    })
    .execute();
  const cents = totals.total - failedCents;
  const named: Record<string, string> = {
    email: registration.email,
    user: userId,
    order,
    job: 'send-receipt',
    refund,
    cents: String(cents),
  };
  const run = async (statement: string) =>
    (
      await sql
        .raw<Record<string, unknown>>(statement.replaceAll(/<(\w+)>/g, (_, name: string) => named[name] ?? 'by-hand'))
        .execute(db)
    ).rows;
  return { site, registration, order, userId, refund, cents, failedCents, total: totals.total, run };
}

test('M5: the handbook’s commands for a double charge find the payments, refund once and mail the parent', async () => {
  const { site, registration, order, userId, refund, cents, failedCents, total, run } = await incident();
  const { db } = site.dependencies;
  await settleSales(site.sandboxUrl);
  const answers = [];
  for (const statement of statements()) answers.push(await run(statement));
  const [user, orders, attempts, inserted, , toAnswer, differing, refused, again, , sent, givenUp] = answers;
  expect(answers).toHaveLength(13);
  expect([toAnswer, differing]).toEqual([[], []]);
  expect(user).toMatchObject([{ id: userId, email: registration.email }]);
  expect(orders).toMatchObject([{ id: order, purpose: 'SIGN_UP', totalCents: total }]);
  expect(attempts).toMatchObject([{ state: 'APPROVED', sends: 1 }]);
  expect(inserted).toMatchObject([{ amountCents: cents }]);
  expect(refused).toMatchObject([{ id: refund, refusals: 4, email: registration.email }]);
  expect(again).toEqual([{ id: refund }]);
  // The refund is being retried, so it must not be sent by hand as well.
  expect(sent).toEqual([]);
  expect(givenUp).toMatchObject([{ taskIdentifier: 'send-receipt' }]);
  // Run twice, they cannot refund more than was paid.
  for (const statement of statements().filter((each) => each.startsWith('insert')))
    await expect(run(statement)).rejects.toMatchObject({ constraint: 'refunds_within_total' });
  await site.startJobs();
  const entries = await eventually(
    () => ledger(site.sandboxUrl),
    (seen) => seen.length > 2,
  );
  expect(entries.map(({ kind, amountCents }) => [kind, amountCents]).toSorted()).toEqual([
    ['refund', failedCents],
    ['refund', cents],
    ['sale', total],
  ]);
  await eventually(
    () => mailsTo(site.sandboxUrl, registration.email),
    (seen) =>
      seen.filter(({ messageId }) => messageId?.includes('refund.')).length === 2 &&
      seen.some(({ messageId }) => messageId?.includes('receipt.')),
  );
  const { refundedCents } = await db.selectFrom('orders').selectAll().where('id', '=', order).executeTakeFirstOrThrow();
  expect(refundedCents).toBe(total);
});

test('M5: a manual refund after a final rejection is recorded once', async () => {
  const { site, failedCents, run } = await incident();
  const { db } = site.dependencies;
  const [byHand = ''] = statements().filter((each) => each.startsWith('with sent'));
  expect(await run(byHand)).toHaveLength(1);
  expect(await run(byHand)).toEqual([]);
  expect(await db.selectFrom('refunds').select(['state', 'gatewayId']).execute()).toEqual([
    { state: 'REFUNDED', gatewayId: 'by-hand' },
  ]);
  expect(await db.selectFrom('orders').select('refundedCents').execute()).toEqual([{ refundedCents: failedCents }]);
});
