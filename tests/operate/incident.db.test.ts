import { readFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { eventually, ledger, mailsTo } from '../setup/sandbox.ts';
import { openSite } from '../setup/site.ts';
import { pressPay, readyToPay } from '../setup/sign-up.ts';

/** The statements that docs/operations.md tells somebody to type when something is wrong. */
function statements(): string[] {
  const text = readFileSync(path.resolve(import.meta.dirname, '../../docs/operations.md'), 'utf8');
  const section = text.split('## When something is wrong')[1]?.split('\n## ')[0] ?? '';
  const lines = section.split('\n').map((line) => (line.startsWith('    ') ? line : ''));
  return lines
    .join('\n')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}

test('what the handbook says to type for a parent who was charged twice finds her payments, gives the money back once and mails her', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const registration = await readyToPay(site.app);
  const paid = await pressPay(site.app, registration);
  const order = paid.body.receipt.orderId;
  const { userId } = await db.selectFrom('orders').select('userId').where('id', '=', order).executeTakeFirstOrThrow();
  await sql`update graphile_worker._private_jobs set attempts = max_attempts
            where task_id = (select id from graphile_worker._private_tasks where identifier = 'send-receipt')`.execute(db);
  const named: Record<string, string> = { email: registration.email, user: userId, order, job: 'send-receipt' };
  const run = async (statement: string) =>
    (await sql.raw<Record<string, unknown>>(statement.replaceAll(/<(\w+)>/g, (_, name: string) => named[name] ?? '')).execute(db)).rows;
  const found = new Map<string, Record<string, unknown>[]>();
  for (const statement of statements()) found.set(statement.split('\n')[0] ?? '', await run(statement));
  const answers = [...found.values()];
  expect(answers).toHaveLength(7);
  expect(answers[0]).toMatchObject([{ id: userId, email: registration.email }]);
  expect(answers[1]).toMatchObject([{ id: order, purpose: 'SIGN_UP', totalCents: paid.body.receipt.totals.total }]);
  expect(answers[2]).toMatchObject([{ state: 'APPROVED', sends: 1 }]);
  // Typed twice, it is still one refund.
  for (const statement of statements().filter((each) => each.startsWith('insert'))) await run(statement).catch(() => undefined);
  expect(answers[5]).toMatchObject([{ taskIdentifier: 'send-receipt' }]);
  await site.startJobs();
  const entries = await eventually(
    () => ledger(site.sandboxUrl),
    (seen) => seen.length > 1,
  );
  expect(entries.map(({ kind }) => kind)).toEqual(['sale', 'void']);
  await eventually(
    () => mailsTo(site.sandboxUrl, registration.email),
    (seen) => ['receipt.', 'refund.'].every((kind) => seen.some(({ messageId }) => messageId?.includes(kind) === true)),
  );
  const { refundedCents, totalCents } = await db.selectFrom('orders').selectAll().where('id', '=', order).executeTakeFirstOrThrow();
  expect(refundedCents).toBe(totalCents);
});
