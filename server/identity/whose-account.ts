import { sql } from 'kysely';
import { normaliseEmail } from '#contract/fields/typed-text.ts';
import type { DbOrTrx, Trx } from '../db/pool.ts';
import { lockUser } from './user-repository.ts';

/**
 * Who controls a user's account. `KEPT`: a place that a parent or professional keeps for somebody who has entered
 * nothing; they may name it and correct its address. `BEGUN`: its person has entered something, and joins by their
 * invite. `OWN`: its person opened, imported or paid for it, or has joined; nobody else can invite them.
 */
export type Whose = 'KEPT' | 'BEGUN' | 'OWN';

/**
 * The same for statements that read `users`. Never derived from a row's contents: others enter names, addresses and
 * phones too.
 */
export const whoseAccount = sql<Whose>`case
  when users.status in ('ACTIVE', 'CLOSED')
    or exists (select from imported_rows where imported_rows.id = users.id and kind = 'PERSON') then 'OWN'
  when exists (select from invites where invites.user_id = users.id and last_completed_step > 0)
    or exists (select from fee_waivers where fee_waivers.user_id = users.id) then 'BEGUN'
  when users.status = 'CREDENTIALS_NEEDED' then 'OWN'
  else 'KEPT' end`;

/** If something depends on it, read it with the user locked: joining and beginning lock them too. */
export async function whoseAccountIs(db: DbOrTrx, userId: string): Promise<Whose> {
  const { rows } = await sql<{ whose: Whose }>`select ${whoseAccount} as whose from users where id = ${userId}`.execute(
    db,
  );
  return rows[0]?.whose ?? 'OWN';
}

/** Corrects the address of a kept place; an earlier recorded input is replaced too. */
export async function changeKeptAddress(
  trx: Trx,
  { userId, email, at }: { userId: string; email: string; at: Date },
): Promise<void> {
  await trx
    .updateTable('users')
    .set({ email, emailNormalised: normaliseEmail(email), invitedEmail: null, updatedAt: at })
    .where('id', '=', userId)
    .execute();
}

type NewNames = { userId: string; firstName: string; lastName: string; at: Date };

/**
 * Names a person as their inviter knows them: a kept place is renamed, for a person who has begun only the inviter's
 * version changes. False for an account that is its person's own.
 */
export async function renameInvited(trx: Trx, { userId, firstName, lastName, at }: NewNames): Promise<boolean> {
  await lockUser(trx, userId);
  const whose = await whoseAccountIs(trx, userId);
  if (whose === 'OWN') return false;
  const names =
    whose === 'KEPT'
      ? { firstName, lastName, invitedFirstName: null, invitedLastName: null }
      : { invitedFirstName: firstName, invitedLastName: lastName };
  await trx
    .updateTable('users')
    .set({ ...names, updatedAt: at })
    .where('id', '=', userId)
    .execute();
  return true;
}
