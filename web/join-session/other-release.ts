import { emptyInvite } from './invite-transitions.ts';
import { freshSession, type JoinSession } from './join-session.ts';
import { paymentKeys } from './payment-keys.ts';

/**
 * The session after a release changed its format: fresh, and step 1 says so. Only the identifiers of a possible payment
 * are kept, so that it is not made twice.
 */
export function sessionOfOtherRelease(stored: unknown): JoinSession {
  const { signupId, registrationKey, invite, expiresAt, paymentRes, receiptShown } = (stored ??
    {}) as Partial<JoinSession>;
  if (receiptShown === true) return { ...freshSession(), receiptShown };
  const mayBePaid = (subjectId: string) => paymentKeys.pending(subjectId) !== null || Boolean(paymentRes);
  if (typeof invite?.userId === 'string' && typeof invite.inviteToken === 'string' && mayBePaid(invite.userId))
    return { ...freshSession(), invite: emptyInvite(invite) };
  if (
    typeof signupId === 'string' &&
    typeof registrationKey === 'string' &&
    (expiresAt === null || mayBePaid(signupId))
  )
    return { ...freshSession(), signupId, registrationKey };
  return { ...freshSession(), expired: true };
}
