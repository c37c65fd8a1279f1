import { accessOf, movedLatelyDays, movingActions, type StaffActionName } from '#contract/staff/staff-actions.ts';
import { after, days } from '../clock.ts';
import type { Trx } from '../db/pool.ts';
import { lockUser } from '../identity/user-repository.ts';

/**
 * Whether the action mails a link to an address that any staff member changed recently: otherwise two acquainted staff
 * members could hand over an account in two steps. Concurrent changes and this check wait for each other.
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
