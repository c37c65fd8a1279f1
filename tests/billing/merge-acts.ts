import { addPerson } from '../setup/person.ts';
import type { TestSite } from '../setup/site.ts';
import { sharePhone } from '../setup/staff-targets.ts';
import type { RealSubscriber } from './real-subscriber.ts';
import { doneByStaff, staffActs } from './staff-acts.ts';

/**
 * The payer's account is merged into an older one. `undone`: null, or the percentage of a payment that is refunded
 * before the merge is undone.
 */
export type MergeAct = { kind: 'merge'; undone: number | null };
type Merging = { userId: string; subscriber: RealSubscriber | null; random: () => number };

/** An account with the same phone and address that pays for nothing. */
async function olderAccount(site: TestSite, userId: string): Promise<string> {
  const { db } = site.dependencies;
  const { userId: olderId } = await addPerson(db);
  await sharePhone(site, userId, olderId);
  const address = ['line1', 'line2', 'city', 'region', 'postalCode', 'country', 'timeZone'] as const;
  const theirs = await db.selectFrom('users').select(address).where('id', '=', userId).executeTakeFirstOrThrow();
  await db.updateTable('users').set(theirs).where('id', '=', olderId).execute();
  return olderId;
}

/** Merges the accounts. The payer's later actions are done with the surviving account. */
export async function mergeActs(site: TestSite, payer: Merging, { undone }: MergeAct): Promise<void> {
  const { userId: endedId, subscriber, random } = payer;
  if (!subscriber) return;
  const staysId = await olderAccount(site, endedId);
  const about = { userId: staysId, subject: endedId, inputs: {} };
  if (!(await doneByStaff(site, { action: 'MERGE', ...about }))) return;
  if (undone !== null) {
    await staffActs(site, { userId: staysId, random }, { kind: 'support_refund', percent: undone });
    if (await doneByStaff(site, { action: 'UNDO_MERGE', ...about })) return;
  }
  payer.userId = staysId;
  subscriber.userId = staysId;
}
