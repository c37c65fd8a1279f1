import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import pg from 'pg';
import type { PaymentStatus } from './applicant.ts';
import { type Books, bookRules } from './book-rules.ts';

/**
 * Compares the gateway's ledger, the database, the mails and what people were shown, without the server's code: by
 * plain SQL and the sandbox's pages. Returns the disagreements in words.
 *
 *
 * By hand: `node tests/faults/reconcile-books.ts --database postgres://… --sandbox http://localhost:3001 [--told
 * told.json] [--rounds 1]`
 */
export async function reconcileBooks({
  databaseUrl,
  sandboxUrl,
  told,
  rounds,
}: {
  databaseUrl: string;
  sandboxUrl: string;
  told: readonly PaymentStatus[];
  rounds: number;
}): Promise<string[]> {
  const books = { ...(await readDatabase(databaseUrl)), ...(await readSandbox(sandboxUrl)), told, rounds };
  return bookRules.flatMap(({ rule, breaches }) => breaches(books).map((breach) => `${rule}: ${breach}`));
}

type Tables = Omit<Books, 'ledger' | 'inbox' | 'told' | 'rounds'>;

const questions: Record<keyof Tables, string> = {
  attempts: `select id, purpose, subject_id as "subjectId", state, amount_cents as "amountCents", transaction_id as "transactionId", sends from payment_attempts`,
  orders: `select orders.id, attempt_id as "attemptId", purpose, user_id as "userId", total_cents as "totalCents", refunded_cents as "refundedCents",
             transaction_id as "transactionId", settlement_declined_at is not null as "notPaid", pay_for_co_parent as "payForCoParent", users.email
           from orders join users on users.id = orders.user_id`,
  documents: `select kind, series, number, order_id as "orderId", user_id as "userId", amount_cents as "amountCents" from documents`,
  disputes: `select id, order_id as "orderId", state, amount_cents as "amountCents", returned_cents as "returnedCents" from disputes`,
  registrations: `select id, state, user_id as "userId" from registrations`,
  periods: `select subscription_id as "subscriptionId", order_id as "orderId", paid_cents as "paidCents", subscriptions.user_id as "userId"
            from subscription_periods join subscriptions on subscriptions.id = subscription_id`,
  subscriptions: `select id, user_id as "userId", state from subscriptions`,
  users: `select id, email, username, role, family_id as "familyId" from users`,
  invites: `select invites.id, invites.state, users.email, invites.user_id as "userId",
              exists (select from mail_envelopes as mail
                where mail.user_id = users.id and reported is not null and withheld is not null) as "cameBack"
            from invites join users on users.id = invites.user_id`,
  sentMails: `select message_id as "messageId" from sent_mails`,
  jobs: `select task_identifier as task, attempts, max_attempts as "maxAttempts", last_error as "lastError",
           run_at <= now() as due
         from graphile_worker.jobs`,
};

async function readDatabase(databaseUrl: string): Promise<Tables> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    // One snapshot for all tables.
    await client.query('begin isolation level repeatable read read only');
    const tables: Record<string, unknown[]> = {};
    for (const [name, question] of Object.entries(questions))
      tables[name] = (await client.query<Record<string, unknown>>(question)).rows;
    return tables as unknown as Tables;
  } finally {
    await client.end();
  }
}

async function readSandbox(sandboxUrl: string): Promise<Pick<Books, 'ledger' | 'inbox'>> {
  const read = async <T>(path: string): Promise<T> => (await (await fetch(`${sandboxUrl}${path}`)).json()) as T;
  const { entries } = await read<{ entries: Books['ledger'] }>('/control/ledger');
  const { messages } = await read<{ messages: Books['inbox'] }>('/inbox/messages');
  return { ledger: entries, inbox: messages };
}

if (import.meta.main) {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    options: { database: text, sandbox: text, told: text, rounds: { ...text, default: '1' } },
  });
  if (!values.database || !values.sandbox) throw new Error('Missing required option --database or --sandbox');
  const told = values.told ? (JSON.parse(readFileSync(values.told, 'utf8')) as PaymentStatus[]) : [];
  const breaches = await reconcileBooks({
    databaseUrl: values.database,
    sandboxUrl: values.sandbox,
    told,
    rounds: Number(values.rounds),
  });
  console.log(breaches.length === 0 ? 'The books agree.' : breaches.join('\n'));
  process.exit(breaches.length === 0 ? 0 : 1);
}
