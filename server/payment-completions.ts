import type { Completions } from './checkout/settle-payment.ts';
import { inviteCompletion } from './invites/complete-invite.ts';
import { renewalCompletion } from './plans/complete-renewal.ts';
import { restartCompletion } from './plans/complete-restart.ts';
import { upgradeCompletion } from './plans/complete-upgrade.ts';
import { codeBundleCompletion } from './professionals/complete-code-bundle.ts';
import { planCompletion } from './professionals/complete-plan.ts';
import type { TokenMaker } from './secret.ts';
import { signUpCompletion } from './sign-up/complete-sign-up.ts';

/** The completion of each kind of purchase, which runs when its payment settles. */
export function paymentCompletions(options: { makeToken: TokenMaker; registrationTtlMinutes: number }): Completions {
  return {
    SIGN_UP: signUpCompletion(options),
    INVITE: inviteCompletion(options),
    RENEWAL: renewalCompletion,
    NEW_START: restartCompletion,
    UPGRADE: upgradeCompletion,
    PROFESSIONAL_PLAN: planCompletion,
    CODE_BUNDLE: codeBundleCompletion(options),
  };
}
