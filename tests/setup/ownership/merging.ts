import type { sql } from 'kysely';
import { expect } from 'vitest';
import type { ProposalView } from '#contract/api/staff/staff-proposals.ts';
import { createDb, createPool, type Trx } from '#server/db/pool.ts';
import { everyRow } from '../database/every-row.ts';
import { addPerson } from '../person.ts';
import type { TestSite } from '../site.ts';
import { performAction, staffHeaders } from '../staff.ts';
import { sharePhone } from '../staff-targets.ts';
import { type Subscriber, subscribe } from '../subscriber.ts';

type Name = 'MERGE' | 'UNDO_MERGE';

/** Sam proposes, Ada confirms; returns the status of the first refusal, or of the confirmation. */
export async function mergeAsStaff(site: TestSite, action: Name, { kept, ended }: { kept: string; ended: string }) {
  const sam = await staffHeaders(site, ['SUPPORT'], 'staff-sam');
  const ada = await staffHeaders(site, ['ADMIN'], 'staff-ada');
  const proposed = await performAction(site, sam, kept, { action, subject: ended });
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

export const statusOf = async (site: TestSite, action: Name, pair: { kept: string; ended: string }) =>
  (await mergeAsStaff(site, action, pair)).statusCode;

/** A person whose plan belongs to another account than the one they used before. */
export async function splitSubscriber(site: TestSite) {
  const kept = await addPerson(site.dependencies.db);
  const ended = await subscribe(site);
  await sharePhone(site, kept.userId, ended.userId);
  const home = { line1: '12 Lake Street', city: 'Minneapolis', region: 'MN', postalCode: '55401' };
  await site.dependencies.db
    .updateTable('users')
    .set({ ...home, timeZone: 'America/Chicago' })
    .where('id', '=', kept.userId)
    .execute();
  return { kept, ended };
}

export const idsOf = ({ kept, ended }: { kept: Subscriber; ended: Subscriber }) => ({
  kept: kept.userId,
  ended: ended.userId,
});

/** Every row except logs, mails and counters; users and plans without timestamps and revision. */
export async function asItIs({ dependencies: { db } }: TestSite) {
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
  'staff_reads',
  'staff_sessions',
  'subscriptions',
  'users',
];

/** Runs in a transaction that is rolled back, on a connection that may lock in any order. */
export async function inRolledBackTransaction(
  { databaseUrl }: TestSite,
  work: (trx: Trx) => Promise<void>,
): Promise<void> {
  const db = createDb(createPool({ connectionString: databaseUrl, max: 1 }));
  const rollBack = new Error('rolled back');
  const transaction = db.transaction().execute(async (trx) => {
    await work(trx);
    throw rollBack;
  });
  await expect(transaction.finally(() => db.destroy())).rejects.toBe(rollBack);
}

export type BlockingState = (pair: { kept: string; ended: string }) => ReturnType<typeof sql>;
