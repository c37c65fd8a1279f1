import { isDuplicateField, type ProblemCode } from '#contract/error-codes.ts';
import { nextStepPath, paths } from '#contract/sign-up/sign-up-flow.ts';
import type { CallProblem, ConnectionCode } from '#web/api/problem.ts';
import { useNavigate } from '#web/navigation/NavigationView.tsx';
import { joinAddress } from '#web/site/addresses.ts';
import { endExpired } from './end-expired.ts';
import { holdSignUp } from './held-sign-up.ts';
import { planGoneState } from './plan-gone.ts';
import { changeSession, joinSession } from './session-store.ts';
import { packageForgotten, paymentStarted, sessionExpired } from './transitions.ts';

/** Undefined: there is no sign-up to return to, so the screen shows the problem. */
type ExitAddress = () => string | undefined;

const nextStep: ExitAddress = () => joinAddress(nextStepPath(joinSession().lastCompletedStep));
/** The payment page reads the payment's outcome, and continues from there. */
const paymentPage: ExitAddress = () => {
  if (joinSession().signupId === null) return undefined;
  changeSession(paymentStarted);
  return joinAddress(paths.payment);
};

/** Problems that redirect from any screen (specification 8). */
const exits: Partial<Record<ProblemCode | ConnectionCode, ExitAddress>> = {
  REGISTRATION_EXPIRED: () => {
    endExpired(sessionExpired);
    return joinAddress(paths.yourDetails);
  },
  STEP_MISSING: nextStep,
  PACKAGE_NOT_OFFERED: () => {
    changeSession(packageForgotten);
    return joinAddress(paths.packages);
  },
  ALREADY_PAID: paymentPage,
  PAYMENT_IN_PROGRESS: paymentPage,
};

/**
 * Redirects for a problem of any registration call that requires it: time-out, missing step, already paid, a duplicate
 * parent. True if it did; otherwise the screen shows the problem.
 */
export function useRegistrationProblem(): (problem: CallProblem) => boolean {
  const navigate = useNavigate();
  return (problem) => {
    const parentDuplicate = problem.validationErrors.some(
      ({ field }) => isDuplicateField(field) && !field.startsWith('coParent'),
    );
    const target = parentDuplicate ? joinAddress(paths.duplicate) : exits[problem.code]?.();
    if (target === undefined) return false;
    // The duplicate page is shown with a cleared session (specification 4.5); opening its address alone clears nothing.
    if (parentDuplicate) holdSignUp();
    void navigate(target, { state: planGoneState(problem) });
    return true;
  };
}
