import { accessOf, movedLatelyDays, movingActions, type StaffActionName } from '#contract/staff/staff-actions.ts';
import { after, days } from '../clock.ts';
import type { Trx } from '../db/pool.ts';
import { lockUser } from '../identity/user-repository.ts';

/**
 * Whether the action mails a link to an address that staff moved lately, whoever they were: two who know each other
 * would hand an account over in two steps otherwise. A move at the same moment waits for this, or this for it.
 */
export async function linksToMovedAddress(
  trx: Trx,
  { action, userId, at }: { action: StaffActionName; userId: string | null; at: Date },
): Promise<boolean> {
  if (userId === null || accessOf(action) !== 'LINKS') return false;
  await lockUser(trx, userId);
  const moved = await trx
    .selectFrom('staffActions')
    .select('number')
    .where('userId', '=', userId)
    .where('action', 'in', movingActions)
    .where('at', '>', after(at, -days(movedLatelyDays)))
    .limit(1)
    .executeTakeFirst();
  return moved !== undefined;
}
