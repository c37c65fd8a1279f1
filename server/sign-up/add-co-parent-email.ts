import type { addCoParentEmail as addRoute } from '#contract/api/co-parent-email.ts';
import type { AnswerOf } from '#contract/api/route.ts';
import { readUser } from '../identity/user-repository.ts';
import { inviteByEmail, type InviteByEmailDependencies } from '../invites/invite-by-email.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { openRegistration, type RegistrationAccess } from './open-registration.ts';

type Request = { access: RegistrationAccess; email: string };

/** Adds the e-mail of a co-parent who had none, after the sign-up was paid (specification 2.9). */
export async function addCoParentEmail(
  dependencies: InviteByEmailDependencies,
  { access, email }: Request,
): Promise<
  | AnswerOf<typeof addRoute>
  | Refusal<
      | 'CONFLICT'
      | 'INVITE_IN_USE'
      | 'NOT_FOUND'
      | 'NOT_PAID'
      | 'REGISTRATION_EXPIRED'
      | 'TOO_MANY_REQUESTS'
      | 'VALIDATION'
    >
> {
  const registration = await openRegistration(dependencies, access);
  if ('refused' in registration) return registration;
  const { userId, familyId, family } = registration;
  if (userId === null || familyId === null) return refuse('NOT_PAID');
  const inviter = await readUser(dependencies.db, userId);
  if (!inviter || inviter.status === 'CLOSED') return refuse('NOT_FOUND');
  return inviteByEmail(dependencies, { familyId, inviter, children: family?.children ?? [], email });
}
