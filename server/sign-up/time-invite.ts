import type { setInviteTiming } from '#contract/api/registrations.ts';
import type { AnswerOf } from '#contract/api/route.ts';
import type { InviteTiming } from '#contract/invites/invite-timing.ts';
import { refusedDay } from '../invites/time-invite.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { lockForChange, type RegistrationAccess, type SignUpDependencies } from './open-registration.ts';
import { changeRegistration } from './registration-repository.ts';

type Problem = 'CONFLICT' | 'REGISTRATION_EXPIRED' | 'VALIDATION' | 'ALREADY_PAID' | 'PAYMENT_IN_PROGRESS';

/** When this sign-up's co-parent is invited. From the payment on it is part of the account. */
export async function timeTypedInvite(
  { db, clock }: SignUpDependencies,
  { access, timing }: { access: RegistrationAccess; timing: InviteTiming },
): Promise<AnswerOf<typeof setInviteTiming> | Refusal<Problem>> {
  return db.transaction().execute(async (trx) => {
    const current = await lockForChange(trx, { access, clock });
    if ('refused' in current) return current;
    const at = clock.now();
    const refused = refusedDay(timing, { at, timeZone: current.parent.timeZone ?? null });
    if (refused) return refused;
    const changed = await changeRegistration(trx, { current, change: { inviteTiming: timing }, at });
    return changed ? timing : refuse('CONFLICT');
  });
}
