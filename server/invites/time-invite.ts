import { type Day, dayIn } from '#contract/fields/day.ts';
import { inviteHour } from '#contract/invites/invite-hour.ts';
import { type InviteTiming, inviteDayIssue, inviteDaysAhead } from '#contract/invites/invite-timing.ts';
import type { Clock } from '../clock.ts';
import { enqueue } from '../db/job-queue.ts';
import type { Trx } from '../db/pool.ts';
import { setTiming } from '../identity/invite-timing-repository.ts';
import type { User } from '../identity/user-repository.ts';
import { type Refusal, refuseFields } from '../refusal.ts';
import type { TokenMaker } from '../secret.ts';
import { addDays, atHour } from '../subscriptions/calendar.ts';
import { sendNewInvite } from './waiting-invite.ts';

/** When the invite of a day is sent: in the morning, where the inviter lives. */
export function inviteInstant(day: Day, timeZone: string | null): Date {
  return atHour({ day, hour: inviteHour, timeZone: timeZone ?? 'UTC' });
}

/** If the inviter's zone is unknown, the last zone in which a day begins. */
const lastZone = 'Etc/GMT+12';

/** From tomorrow to a year from now. */
export function refusedDay(
  timing: InviteTiming,
  { at, timeZone }: { at: Date; timeZone: string | null },
): Refusal<'VALIDATION'> | null {
  const today = dayIn(at, timeZone ?? lastZone);
  const code = inviteDayIssue(timing, { from: addDays(today, 1), until: addDays(today, inviteDaysAhead) });
  return code && refuseFields({ field: 'day', code });
}

type InviteTimingParams = {
  invited: Pick<User, 'id' | 'familyId'>;
  inviter: Pick<User, 'id' | 'timeZone'>;
  timing: Pick<InviteTiming, 'when' | 'day'>;
};

/** Invites now, if requested or if the day has come; otherwise stores the timing, and for whom. */
export async function timeInvite(
  trx: Trx,
  dependencies: { clock: Clock; makeToken: TokenMaker },
  { invited, inviter, timing: { when, day } }: InviteTimingParams,
): Promise<void> {
  const at = dependencies.clock.now();
  const leavesAt = when === 'ON_DAY' && day !== null ? inviteInstant(day, inviter.timeZone) : null;
  if (when === 'NOW' || (leavesAt !== null && leavesAt <= at))
    return sendNewInvite(trx, dependencies, { invited, inviterUserId: inviter.id });
  await setTiming(trx, { userId: invited.id, inviterUserId: inviter.id, when, day, at });
  if (leavesAt !== null) await enqueueTimedInvite(trx, { userId: invited.id, leavesAt });
}

/** One job for each person: another day replaces the earlier one. */
export function enqueueTimedInvite(trx: Trx, { userId, leavesAt }: { userId: string; leavesAt: Date }): Promise<void> {
  return enqueue(trx, {
    name: 'send-timed-invite',
    payload: { userId },
    runAt: leavesAt,
    key: `timed-invite:${userId}`,
  });
}
