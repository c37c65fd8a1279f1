import type { DbOrTrx, Trx } from '../../db/pool.ts';
import { contestableUntil, type OwnershipHistory } from './decide-claim.ts';
import type { OwnershipChange } from './ownership-change.ts';
import { readParts } from './parts.ts';

/**
 * The changes of an account, in order, and its current state. Undone ones are included: contesting the undo does not
 * restore them.
 */
export async function readThenAndNow(db: DbOrTrx, userId: string): Promise<Omit<OwnershipHistory, 'at'>> {
  const [changes, current] = await Promise.all([readChanges(db, userId), readParts(db, userId)]);
  return { changes, current };
}

/**
 * The same as it can be contested at an instant. During a pause, what could be contested when it began still can be,
 * however long the decision takes.
 */
export async function readHistory(
  db: DbOrTrx,
  { userId, at }: { userId: string; at: Date },
): Promise<OwnershipHistory> {
  const [thenAndNow, user] = await Promise.all([
    readThenAndNow(db, userId),
    db.selectFrom('users').select('frozenAt').where('id', '=', userId).executeTakeFirst(),
  ]);
  return { ...thenAndNow, at: user?.frozenAt ?? at };
}

async function readChanges(
  db: DbOrTrx,
  userId: string,
  { withUndone = true }: { withUndone?: boolean } = {},
): Promise<OwnershipChange[]> {
  const rows = await db
    .selectFrom('accountActivity')
    .select(['id', 'part', 'at', 'proofs', 'before', 'undoneAt'])
    .where('userId', '=', userId)
    .where('before', 'is not', null)
    .$if(!withUndone, (query) => query.where('undoneAt', 'is', null))
    .orderBy('at')
    .orderBy('id')
    .execute();
  return rows.flatMap(({ part, proofs, ...row }) =>
    part === null
      ? []
      : [
          {
            ...row,
            part,
            proofs: (proofs ?? []).map((one) => ({ ...one, since: one.since ? new Date(one.since) : null })),
          },
        ],
  );
}

type SessionAge = { userId: string; openedAt: Date; factorSince: Date | null; at: Date };

/**
 * Whether a session is younger than a change that can still be contested: it may belong to whoever made that change,
 * and neither objects to a removal of lost factors nor stops it. `factorSince`: of a factor with which it was opened or
 * proved, which may be older than all of them.
 */
export async function isYoungerThanDispute(
  db: DbOrTrx,
  { userId, openedAt, factorSince, at }: SessionAge,
): Promise<boolean> {
  const changes = await readChanges(db, userId, { withUndone: false });
  const first = changes.find((change) => change.at < openedAt && contestableUntil(change, at) !== null);
  return first !== undefined && !(factorSince !== null && factorSince < first.at);
}

export async function markUndone(trx: Trx, { ids, at }: { ids: string[]; at: Date }): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .updateTable('accountActivity')
    .set({ undoneAt: at })
    .where('id', 'in', ids)
    .where('undoneAt', 'is', null)
    .execute();
}

/** Whoever decides that changes stay backs them with these proofs. */
export async function confirmChanges(
  trx: Trx,
  { ids, proofs }: { ids: string[]; proofs: OwnershipChange['proofs'] },
): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .updateTable('accountActivity')
    .set({ proofs: JSON.stringify(proofs) })
    .where('id', 'in', ids)
    .execute();
}
