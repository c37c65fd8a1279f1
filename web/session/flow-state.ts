import type { FlowState } from '#contract/sign-up-flow.ts';
import { linkedCredentialsToken } from './credentials-token.ts';
import type { JoinSession } from './join-session.ts';

/** What guards need to know of a session (specification 4.4 to 4.6). */
export function flowStateOf(session: JoinSession): FlowState {
  const { lastCompletedStep, expired, stepOneValues, pricingGroup, invite, paymentRes } = session;
  return {
    lastCompletedStep,
    expired,
    parentDuplicate: stepOneValues?.parentDuplicateConfirmed ?? false,
    pricingGroup,
    subscriptionCurrent: invite?.isSubscriptionCurrent ?? false,
    paid: paymentRes !== null,
    mayStartCredentials:
      typeof paymentRes?.clickToJoinToken === 'string' || typeof invite?.authToken === 'string' || linkedCredentialsToken() !== null,
    inviteToken: invite !== null,
    inviteUserId: invite !== null,
  };
}
