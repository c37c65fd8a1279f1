import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { enqueue } from '#server/db/job-queue.ts';
import { openTestDatabase, type TestDatabase } from '../setup/database/database.ts';
import { freePort } from '../setup/free-port.ts';
import { requestPasswordLink } from '../setup/ownership/recovery-calls.ts';
import { addPerson } from '../setup/person.ts';
import { eventually, mailsTo } from '../setup/sandbox.ts';
import { readyToPay, submitPayment } from '../setup/sign-up.ts';
import { openSite } from '../setup/site.ts';
import { signUp } from './applicant.ts';
import { type FaultSite, openFaultSite } from './fault-site.ts';
import { settledBooks } from './settle-books.ts';

let database: TestDatabase;
let site: FaultSite;

beforeAll(async () => {
  database = await openTestDatabase();
  site = await openFaultSite({ databaseUrl: database.url, apps: 1, workers: 1 });
}, 120_000);
afterAll(async () => {
  await site?.close();
  await database?.drop();
});

const person = () =>
  signUp({
    nextApp: () => site.apps[0]?.url ?? '',
    deadline: Date.now() + 30_000,
    onFault: (fault) => expect.unreachable(fault),
  });

test('REL4: without a mail server people can pay, and their mails are sent once it is back', {
  timeout: 60_000,
}, async () => {
  site.mailLine.cut();
  const told = await Promise.all([person(), person()]);
  for (const { email } of told) expect(await mailsTo(site.sandboxUrl, email)).toEqual([]);
  site.mailLine.mend();
  expect(await settledBooks({ site, told })).toEqual([]);
});

test('REL4: a mail waiting for its server logs one line, without a stack', {
  timeout: 60_000,
}, async () => {
  const one = await openSite({ environment: { SMTP_URL: `smtp://127.0.0.1:${await freePort()}` } });
  const { db } = one.dependencies;
  await one.startJobs();
  const person = await addPerson(db);
  await requestPasswordLink(one.app, person.email);
  const tries = async () => {
    await sql`select graphile_worker.reschedule_jobs(
      array(select id from graphile_worker.jobs where attempts > 0), run_at => now())`.execute(db);
    const { rows } = await sql<{
      attempts: number;
    }>`select attempts from graphile_worker.jobs where task_identifier = 'send-password-reset'`.execute(db);
    return rows[0]?.attempts ?? 0;
  };
  await eventually(tries, (count) => count >= 3, 20_000);
  const lines = one.logged.filter((line) => line.includes('send-password-reset'));
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { code: 'MAIL_CONNECTION', attempts: 1, msg: 'job failed; it will be retried' },
  ]);
  expect(one.logged.join('')).not.toContain('stack');
});

test('REL6: a job enqueued in a transaction that is rolled back is never run', { timeout: 60_000 }, async () => {
  const one = await openSite();
  const { db } = one.dependencies;
  const registration = await readyToPay(one.app);
  const paid = await submitPayment(one.app, registration);
  await sql`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))`.execute(db);
  const { orderId } = paid.body.receipt;
  const rolledBack = db.transaction().execute(async (trx) => {
    await enqueue(trx, { name: 'send-receipt', payload: { orderId }, key: `receipt:${orderId}` });
    throw new Error('rolled back');
  });
  await expect(rolledBack).rejects.toThrow('rolled back');
  const other = await readyToPay(one.app);
  await one.startJobs();
  expect((await submitPayment(one.app, other)).body.outcome).toBe('PAID');
  // The queue is running: the receipt of the later order arrives, that of the rolled back one does not.
  await eventually(
    () => mailsTo(one.sandboxUrl, other.email),
    (seen) => seen.length > 0,
    15_000,
  );
  expect(await mailsTo(one.sandboxUrl, registration.email)).toEqual([]);
});
