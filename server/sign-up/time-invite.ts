import type { AnswerOf } from '#contract/api/route.ts';
import type { setInviteTiming } from '#contract/api/sign-up/registrations.ts';
import type { InviteTiming } from '#contract/invites/invite-timing.ts';
import { refusedDay } from '../invites/time-invite.ts';
import type { Refusal } from '../refusal.ts';
import { type RegistrationAccess, type SignUpDependencies, saveOpened } from './open-registration.ts';

type Problem = 'CONFLICT' | 'REGISTRATION_EXPIRED' | 'VALIDATION' | 'ALREADY_PAID' | 'PAYMENT_IN_PROGRESS';

/** When this sign-up's co-parent is invited. From the payment on it is part of the account. */
export async function timeTypedInvite(
  dependencies: SignUpDependencies,
  { access, timing }: { access: RegistrationAccess; timing: InviteTiming },
): Promise<AnswerOf<typeof setInviteTiming> | Refusal<Problem>> {
  const at = dependencies.clock.now();
  const saved = await saveOpened(dependencies, {
    access,
    decide: async ({ parent }) =>
      refusedDay(timing, { at, timeZone: parent.timeZone ?? null }) ?? { inviteTiming: timing },
  });
  return 'refused' in saved ? saved : timing;
}
