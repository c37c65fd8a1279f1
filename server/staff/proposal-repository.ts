import { sql } from 'kysely';
import type { InputValues } from '#contract/staff/action-inputs.ts';
import { type StaffActionName, staffActionNames, waitsForDecision } from '#contract/staff/staff-actions.ts';
import { after, days } from '../clock.ts';
import type { DbOrTrx, Trx } from '../db/pool.ts';
import type { Row } from '../db/schema.ts';
import { newId } from '../new-id.ts';
import type { Member } from './action.ts';
import type { StaffActionRequest } from './staff-actions.ts';

const lifeMs = days(7);

const columns = [
  'id',
  'action',
  'userId',
  'subject',
  'inputs',
  'reason',
  'proposedBy',
  'proposedByName',
  'proposedAt',
  'expiresAt',
] as const;
export type Proposal = Omit<Row<'staffProposals', typeof columns>, 'action' | 'inputs'> & {
  action: StaffActionName;
  inputs: InputValues;
};

/** Whose account it is was decided since: what staff were told before may be what the losing side told them. */
const isOutlived = sql<boolean>`(action = any(${staffActionNames.filter(waitsForDecision)}) and exists (
  select from ownership_claims as claims
  where claims.user_id = staff_proposals.user_id and claims.decided_at >= proposed_at))`;

/** Stores a proposal for a second person. False if the same one is already pending, or was stored under this key. */
export async function propose(
  trx: Trx,
  { staff, action, userId, subject, inputs, reason, keyed, at }: StaffActionRequest & { inputs: InputValues; at: Date },
): Promise<boolean> {
  await trx
    .deleteFrom('staffProposals')
    .where('state', '=', 'OPEN')
    .where((where) => where.or([where('expiresAt', '<=', at), isOutlived]))
    .execute();
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('staffProposals')
    .values({
      id: newId(at),
      action,
      userId,
      subject,
      inputs: JSON.stringify(inputs),
      reason,
      proposedBy: staff.subject,
      proposedByName: staff.name,
      proposedAt: at,
      expiresAt: after(at, lifeMs),
      state: 'OPEN',
      requestKey: keyed?.key ?? null,
      requestHash: keyed?.hash ?? null,
    })
    .onConflict((on) => on.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

const isAction = (name: string): name is StaffActionName => staffActionNames.some((known) => known === name);

/** Pending proposals, oldest first, without those of actions that no longer exist. */
export async function openProposals(db: DbOrTrx, at: Date): Promise<Proposal[]> {
  const rows = await open(db, at).orderBy('id').execute();
  return rows.flatMap(read);
}

const open = (db: DbOrTrx, at: Date) =>
  db
    .selectFrom('staffProposals')
    .select(columns)
    .where('state', '=', 'OPEN')
    .where('expiresAt', '>', at)
    .where(isOutlived, '=', false);

const read = ({ action, inputs, ...row }: Row<'staffProposals', typeof columns>): Proposal[] =>
  isAction(action) ? [{ ...row, action, inputs: JSON.parse(inputs ?? '{}') as InputValues }] : [];

export async function openProposal(db: DbOrTrx, { id, at }: { id: string; at: Date }): Promise<Proposal | null> {
  const row = await open(db, at).where('id', '=', id).executeTakeFirst();
  return (row && read(row)[0]) ?? null;
}

/** Ask with the account locked: a decision about it may have been made meanwhile. */
export async function wasOutlived(trx: Trx, id: string): Promise<boolean> {
  const outlived = await trx
    .selectFrom('staffProposals')
    .select('id')
    .where('id', '=', id)
    .where(isOutlived, '=', true)
    .executeTakeFirst();
  return outlived !== undefined;
}

type Decision = { id: string; state: 'CONFIRMED' | 'DECLINED'; staff: Pick<Member, 'subject' | 'name'>; at: Date };

/** Decides a proposal once: a concurrent decision waits, and gets false. */
export async function decide(trx: Trx, { id, state, staff, at }: Decision): Promise<boolean> {
  const decided = await trx
    .updateTable('staffProposals')
    .set({ state, decidedBy: staff.subject, decidedByName: staff.name, decidedAt: at, inputs: null })
    .where('id', '=', id)
    .where('state', '=', 'OPEN')
    .where('expiresAt', '>', at)
    .returning('id')
    .executeTakeFirst();
  return decided !== undefined;
}
