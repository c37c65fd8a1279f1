import type { FlowState } from '#contract/sign-up/sign-up-flow.ts';
import { linkedCredentialsToken } from './credentials-token.ts';
import type { JoinSession } from './join-session.ts';
import { paymentKeys } from './payment-keys.ts';

/** The parts of a session that guards need (specification 4.4 to 4.6). */
export function flowStateOf(session: JoinSession): FlowState {
  const { lastCompletedStep, expired, stepOneValues, pricingGroup, invite, paymentRes } = session;
  return {
    lastCompletedStep,
    expired,
    parentDuplicate: stepOneValues?.parentDuplicateConfirmed ?? false,
    pricingGroup,
    subscriptionCurrent: invite?.isSubscriptionCurrent ?? false,
    paid: paymentRes !== null,
    paymentUnresolved: isPaymentUnresolved(session),
    receiptShown: session.receiptShown,
    mayStartCredentials:
      typeof paymentRes?.clickToJoinToken === 'string' ||
      typeof invite?.authToken === 'string' ||
      linkedCredentialsToken() !== null,
    inviteToken: invite !== null,
    inviteUserId: invite !== null,
  };
}

/** A payment was submitted here (its key is stored until the outcome is known), or by another tab of this sign-up. */
export function isPaymentUnresolved({ invite, signupId, expiresAt, paymentRes }: JoinSession): boolean {
  if (paymentRes !== null) return false;
  const subjectId = invite?.userId ?? signupId;
  return subjectId !== null && (paymentKeys.pending(subjectId) !== null || (invite === null && expiresAt === null));
}
