import type * as z from 'zod/mini';
import type { InviteMail, previewOptions } from '#contract/api/invites/invite-previews.ts';
import type { InviteTiming } from '#contract/invites/invite-timing.ts';
import { hasPaidPlan } from '../checkout/paid-term.ts';
import type { Db, Trx } from '../db/pool.ts';
import type { Language } from '../db/schema.ts';
import { readTiming } from '../identity/invite-timing-repository.ts';
import { asInvited, type User } from '../identity/user-repository.ts';
import { inviteCountry } from '../invites/inviter-facts.ts';
import { limitInviteMails } from '../invites/limit-invite-mails.ts';
import { type PreviewDependencies, previewInvite } from '../invites/preview-invite.ts';
import { inviteInstant, refusedDay, timeInvite } from '../invites/time-invite.ts';
import { isRefusal, type Refusal, refuse, refuseFields } from '../refusal.ts';
import {
  type FamilyResult,
  type InviteDependencies,
  type Inviter,
  judgeInvited,
  withInvited,
} from './co-parent-invite.ts';
import { coParentOf, isToInvite } from './co-parent-invite-view.ts';

/**
 * Reschedules an invite. One that was sent can only be withdrawn; the invited person's row serialises this with the
 * sending job.
 */
export async function timeOwnInvite(
  dependencies: InviteDependencies,
  { timing, ...inviter }: Inviter & { timing: InviteTiming },
): FamilyResult<'TOO_MANY_REQUESTS' | 'VALIDATION'> {
  const { db, clock } = dependencies;
  const { user } = inviter;
  const at = clock.now();
  const refused = refusedDay(timing, { at, timeZone: user.timeZone });
  if (refused) return refused;
  const waiting = await judgeInvited(db, user);
  if (isRefusal(waiting)) return waiting;
  if ((await readTiming(db, waiting.invited.id)) === null) return refuse('CONFLICT');
  const email = timing.when === 'NOW' ? waiting.invited.email : '';
  const mail = { emails: [email], by: { account: user.id }, message: 'invite-by-parent' } as const;
  const limited = await limitInviteMails(dependencies, mail);
  if (limited) return limited;
  return withInvited(dependencies, inviter, async (trx, invited) => {
    if ((await readTiming(trx, invited.id)) === null) return refuse('CONFLICT');
    if (timing.when === 'NOW' && invited.email === '') return refuseFields({ field: 'email', code: 'email_prompt' });
    if (timing.language) await writeIn(trx, { userId: invited.id, language: timing.language, at });
    await timeInvite(trx, dependencies, { invited, inviter: user, timing });
    return timing.when === 'NOW' ? 'INVITE_SENT' : 'INVITE_TIMED';
  });
}

async function writeIn(trx: Trx, { userId, language, at }: { userId: string; language: Language; at: Date }) {
  await trx.updateTable('users').set({ language, updatedAt: at }).where('id', '=', userId).execute();
}

/** The mail as the co-parent would get it now, or on the chosen day. */
export async function previewInviteOf(
  dependencies: PreviewDependencies & { db: Db },
  { user, options }: { user: User; options: z.output<typeof previewOptions> },
): Promise<InviteMail | Refusal<'CONFLICT' | 'NOT_FOUND'>> {
  const { db } = dependencies;
  const coParent = await coParentOf(db, user);
  if (!coParent) return refuse('NOT_FOUND');
  const timing = await readTiming(db, coParent.id);
  // After the invite, their language and what they have paid are private.
  if (timing === null || !(await isToInvite(db, coParent))) return refuse('CONFLICT');
  const day = options.day ?? timing.day;
  return previewInvite(dependencies, {
    firstName: asInvited(coParent).firstName,
    inviter: { ...user, ...asInvited(user), country: await inviteCountry(db, user) },
    paid: await hasPaidPlan(db, coParent.id),
    language: options.language ?? coParent.language,
    sendAt: day === null ? null : inviteInstant(day, user.timeZone),
  });
}
