import { after, hours } from '../clock.ts';
import type { DbOrTrx } from '../db/pool.ts';
import type { StaffTables } from '../db/tables/staff.ts';
import { newId } from '../new-id.ts';
import type { Member } from './action.ts';

type ReadKind = StaffTables['staffReads']['kind'];
type Read = { staff: Member; kind: ReadKind; userIds: readonly string[]; at: Date };

/** Records whose data a staff member is about to see. Written before the read, so that no read goes unrecorded. */
export async function recordRead(db: DbOrTrx, { staff, kind, userIds, at }: Read): Promise<void> {
  const line = { at, actor: staff.subject, actorName: staff.name, role: staff.roles.join(' '), kind };
  const found: (string | null)[] = userIds.length === 0 ? [null] : [...userIds];
  await db
    .insertInto('staffReads')
    .values(found.map((userId) => ({ ...line, id: newId(at), userId })))
    .execute();
}

/** Whether the software verified both question and code within the last day, and they were not changed since. */
export async function wasQuestionRight(db: DbOrTrx, { userId, at }: { userId: string; at: Date }): Promise<boolean> {
  const right = await db
    .selectFrom('staffReads')
    .select('id')
    .where('userId', '=', userId)
    .where('kind', '=', 'QUESTION_RIGHT')
    .where('at', '>', after(at, -hours(24)))
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('accountActivity')
            .select('accountActivity.id')
            .whereRef('accountActivity.userId', '=', 'staffReads.userId')
            .where('part', '=', 'QUESTION')
            .whereRef('accountActivity.at', '>=', 'staffReads.at'),
        ),
      ),
    )
    .limit(1)
    .executeTakeFirst();
  return right !== undefined;
}
