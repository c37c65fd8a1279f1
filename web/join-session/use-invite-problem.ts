import { applicationStatus, isDuplicateField } from '#contract/error-codes.ts';
import { type FlowPath, paths } from '#contract/sign-up/sign-up-flow.ts';
import type { CallProblem } from '#web/api/problem.ts';
import { useNavigate } from '#web/navigation/NavigationView.tsx';
import { joinAddress } from '#web/site/addresses.ts';
import { endExpired } from './end-expired.ts';
import { holdSignUp } from './held-sign-up.ts';
import { inviteLost } from './invite-transitions.ts';
import { planGoneState } from './plan-gone.ts';
import { changeSession } from './session-store.ts';
import { packageForgotten, sessionReset } from './transitions.ts';

type Screen = 'details' | 'other';

const isLost = ({ status, code, message }: CallProblem) =>
  status === applicationStatus.inviteTokenInvalid || code === 'INVITE_TOKEN_INVALID' || message === 'auth.fail.message';
const isForbidden = ({ status, code }: CallProblem) => code === 'FORBIDDEN' || status === applicationStatus.forbidden;

/** Where a problem leads from a screen of the invite flow (specification 8); null if the screen shows it. */
export function inviteProblemTarget(problem: CallProblem, screen: Screen): FlowPath | null {
  if (isLost(problem)) {
    endExpired(inviteLost);
    return paths.inviteRequest;
  }
  if (isForbidden(problem)) {
    changeSession(screen === 'details' ? sessionReset : inviteLost);
    return screen === 'details' ? paths.inviteYourDetails : paths.inviteRequest;
  }
  if (problem.validationErrors.some(({ field }) => isDuplicateField(field))) {
    holdSignUp();
    return paths.duplicate;
  }
  if (problem.code === 'PACKAGE_NOT_OFFERED') {
    changeSession(packageForgotten);
    return paths.invitePackages;
  }
  return problem.code === 'STEP_MISSING' ? paths.inviteYourDetails : null;
}

/** Redirects if the problem requires it; true if it did. */
export function useInviteProblem(screen: Screen = 'other'): (problem: CallProblem) => boolean {
  const navigate = useNavigate();
  return (problem) => {
    const target = inviteProblemTarget(problem, screen);
    if (target === null) return false;
    void navigate(joinAddress(target), { replace: true, state: planGoneState(problem) });
    return true;
  };
}
