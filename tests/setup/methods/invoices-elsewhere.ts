import { sql } from 'kysely';
import type { InvoiceAddress } from '#contract/api/invoice-address.ts';
import { stopToken } from '#server/invites/stop-invites.ts';
import { queueTables } from '../database/queue-tables.ts';
import { type Answer, send } from '../sign-up.ts';
import type { TestSite } from '../site.ts';
import { drain, mailsInOrder, signedIn } from '../subscriber.ts';

type Problem = { code?: string; validationErrors?: { code: string }[] };
type Answered = { address: InvoiceAddress | null } & Problem;
const path = '/v2/account/invoice-address';
let made = 0;

/** A mailbox that no other test names. */
export const newMailbox = (): string => `accountant-${process.pid}-${Date.now()}-${(made += 1)}@example.com`;

const mine = async <Body>(
  site: TestSite,
  userId: string,
  call: { method: 'GET' | 'PUT' | 'DELETE'; body?: object; headers?: Record<string, string> },
): Promise<Answer<Body>> => send<Body>(site.app, { path, headers: await signedIn(site, userId), ...call });

/** What an owner does in Billing. */
export const name = (site: TestSite, userId: string, email: string, headers?: Record<string, string>) =>
  mine<Answered>(site, userId, { method: 'PUT', body: { email }, ...(headers ? { headers } : {}) });
export const remove = (site: TestSite, userId: string) => mine<Problem>(site, userId, { method: 'DELETE' });
export const seen = async (site: TestSite, userId: string) =>
  (await mine<Answered>(site, userId, { method: 'GET' })).body.address;

/** The secret of the newest link mailed to a second address. */
export async function linkSecret({ dependencies: { db, makeToken } }: TestSite, userId: string): Promise<string> {
  const { id } = await db
    .selectFrom('singleUseTokens')
    .select('id')
    .where('purpose', '=', 'INVOICE_ADDRESS')
    .where('userId', '=', userId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return makeToken('INVOICE_ADDRESS', id);
}

/** What the reader of the second address does, without an account. */
export const agree = (site: TestSite, secret: string) =>
  send<Problem>(site.app, {
    method: 'POST',
    path: '/v2/invoice-address-agreements',
    headers: { authorization: `Bearer ${secret}` },
  });
export const refuse = (site: TestSite, email: string, stopped = true) => {
  const token = stopToken(site.dependencies.makeToken, { link: 'LINK', email, of: 'INVOICES' });
  const headers = { authorization: `Bearer ${token}` };
  return send(site.app, { method: 'PUT', path: '/v2/invite-stop', headers, body: { stopped } });
};

/** A second address whose reader has agreed. */
export async function inUse(site: TestSite, userId: string, email = newMailbox()): Promise<string> {
  await name(site, userId, email);
  await drain(site);
  await agree(site, await linkSecret(site, userId));
  return email;
}

/** Subjects of what a mailbox got, oldest first. */
export const subjects = async (site: TestSite, to: string): Promise<string[]> =>
  (await mailsInOrder(site, to)).map(({ subject }) => subject);

/** Documents of a payer, by kind. */
export const issued = async ({ dependencies: { db } }: TestSite, userId: string) =>
  await db.selectFrom('documents').select(['id', 'kind']).where('userId', '=', userId).orderBy('id').execute();

/** Two people claim the account. */
export const freeze = ({ dependencies: { db } }: TestSite, userId: string, at: Date | null) =>
  db.updateTable('users').set({ frozenAt: at }).where('id', '=', userId).execute();

/** Nothing waits in the queue for another hour. */
export const runWaiting = async (site: TestSite): Promise<void> => {
  await sql`update ${sql.table(queueTables.jobs)} set run_at = now() where run_at > now()`.execute(
    site.dependencies.db,
  );
  await drain(site);
};
