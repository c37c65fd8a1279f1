import { untold } from './invite-transitions.ts';
import { freshSession, type JoinSession } from './join-session.ts';
import { paymentKeys } from './payment-keys.ts';

/**
 * What stays of a session that another release stored. Its shape is not understood: its person begins again, told so by
 * step 1. Only what a payment is asked about with stays where one may have been made, for it must not be made twice.
 */
export function sessionOfOtherRelease(stored: unknown): JoinSession {
  const { signupId, registrationKey, invite, expiresAt, paymentRes, receiptShown } = (stored ??
    {}) as Partial<JoinSession>;
  if (receiptShown === true) return { ...freshSession(), receiptShown };
  const mayBePaid = (subjectId: string) => paymentKeys.pending(subjectId) !== null || Boolean(paymentRes);
  if (typeof invite?.userId === 'string' && typeof invite.inviteToken === 'string' && mayBePaid(invite.userId))
    return { ...freshSession(), invite: untold(invite) };
  if (
    typeof signupId === 'string' &&
    typeof registrationKey === 'string' &&
    (expiresAt === null || mayBePaid(signupId))
  )
    return { ...freshSession(), signupId, registrationKey };
  return { ...freshSession(), expired: true };
}
