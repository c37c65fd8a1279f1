import type { InputValues } from '#contract/staff/action-inputs.ts';
import { type StaffActionName, staffActionNames } from '#contract/staff/staff-actions.ts';
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

/** Stores a proposal for a second person. False if the same one is already pending, or was stored under this key. */
export async function propose(
  trx: Trx,
  { staff, action, userId, subject, inputs, reason, keyed, at }: StaffActionRequest & { inputs: InputValues; at: Date },
): Promise<boolean> {
  await trx.deleteFrom('staffProposals').where('state', '=', 'OPEN').where('expiresAt', '<=', at).execute();
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
  db.selectFrom('staffProposals').select(columns).where('state', '=', 'OPEN').where('expiresAt', '>', at);

const read = ({ action, inputs, ...row }: Row<'staffProposals', typeof columns>): Proposal[] =>
  isAction(action) ? [{ ...row, action, inputs: JSON.parse(inputs ?? '{}') as InputValues }] : [];

export async function openProposal(db: DbOrTrx, { id, at }: { id: string; at: Date }): Promise<Proposal | null> {
  const row = await open(db, at).where('id', '=', id).executeTakeFirst();
  return (row && read(row)[0]) ?? null;
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
