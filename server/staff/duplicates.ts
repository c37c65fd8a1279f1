import { sql } from 'kysely';
import { type MergeRefusal, mergeRefusals, undoRefusals } from '#contract/account/account-merges.ts';
import type { Duplicate } from '#contract/api/staff/staff-people.ts';
import { timeIn } from '#contract/fields/day.ts';
import { mergesOf, refusedMerge, refusedUndo, undoUntil } from '../account/account-merge-repository.ts';
import type { DbOrTrx } from '../db/pool.ts';
import { readUser, type User } from '../identity/user-repository.ts';
import { maskedName, maskedPerson } from './masked-person.ts';

/** A phone with more users is probably a company's. */
const maxMatches = 5;

/**
 * Parents who may be the same person: with the same phone, or with the same name and another parent with the same
 * e-mail. Staff can merge only these, so that a mistake cannot merge strangers.
 */
export async function duplicatesOf(db: DbOrTrx, user: User): Promise<{ user: User; refusal: MergeRefusal | null }[]> {
  if (user.role === 'PROFESSIONAL' || user.status === 'CLOSED') return [];
  const { rows } = await sql<{ id: string }>`
    select id from users where phone_number <> '' and phone_number = ${user.phoneNumber}
      and phone_country_code = ${user.phoneCountryCode} and role <> 'PROFESSIONAL' and status <> 'CLOSED' and id <> ${user.id}
    union
    select same.id from users as other
      join users as theirs on theirs.email_normalised = other.email_normalised and theirs.family_id <> other.family_id
      join users as same on same.family_id = theirs.family_id and same.id <> theirs.id
    where other.family_id = ${user.familyId} and other.id <> ${user.id} and other.email_normalised <> ''
      and fold_text(same.first_name) = fold_text(${user.firstName})
      and fold_text(same.last_name) = fold_text(${user.lastName}) and same.status <> 'CLOSED'
    order by id limit ${maxMatches}`.execute(db);
  const users = await Promise.all(rows.map(({ id }) => readUser(db, id)));
  return Promise.all(
    users
      .filter((one) => one !== null)
      .map(async (one) => ({
        user: one,
        refusal: await refusedMerge(db, {
          keptUserId: user.id,
          endedUserId: one.id,
        }),
      })),
  );
}

/** A user's merges that were not undone, with the other user, and why they cannot be undone. */
export async function mergedWith(db: DbOrTrx, user: User, at: Date) {
  const merges = await mergesOf(db, user.id);
  return Promise.all(
    merges.map(async (merge) => ({
      merge,
      stays: merge.keptUserId === user.id,
      other: await readUser(db, merge.keptUserId === user.id ? merge.endedUserId : merge.keptUserId),
      refusal: await refusedUndo(db, merge, at),
    })),
  );
}

const masked = ({ id, ...user }: User) => maskedPerson({ userId: id, ...user });

/** Users with the same name are distinguished by when they signed up. */
export const recordText = (user: User): string => `${maskedName(user)}, here since ${instantText(user.createdAt)}`;
export const instantText = (at: Date): string => `${timeIn(at, 'UTC')} UTC`;

/** Possible duplicates and earlier merges, with the possible actions. */
export async function viewDuplicates(db: DbOrTrx, user: User, at: Date): Promise<Duplicate[]> {
  const [duplicates, merged] = [await duplicatesOf(db, user), await mergedWith(db, user, at)];
  return [
    ...merged.flatMap(({ merge, stays, other, refusal }) => {
      const undo = refusal
        ? `It cannot be undone: ${undoRefusals[refusal]}`
        : `It can be undone until ${instantText(undoUntil(merge))}, on the page of the one that stayed.`;
      const mergeText = stays ? 'Was merged into this one.' : 'This one was merged into it.';
      return other ? [{ ...masked(other), text: `${mergeText} ${undo}`, code: refusal }] : [];
    }),
    ...duplicates.map(({ user: other, refusal }) => ({
      ...masked(other),
      text: [
        other.phoneNumber === user.phoneNumber ? 'Same phone,' : 'Same name and co-parent,',
        `here since ${instantText(other.createdAt)}.`,
        refusal ? `Cannot be merged into this one: ${mergeRefusals[refusal]}` : 'Can be merged into this one.',
      ].join(' '),
      code: refusal,
    })),
  ];
}
