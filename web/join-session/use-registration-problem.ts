import { isDuplicateField, type ProblemCode } from '#contract/error-codes.ts';
import { nextStepPath, paths } from '#contract/sign-up-flow.ts';
import { useNavigate } from '#web/navigation/NavigationView.tsx';
import { joinAddress } from '#web/site/addresses.ts';
import type { CallProblem, ConnectionCode } from '#web/api/problem.ts';
import { endExpired } from './end-expired.ts';
import { planGoneBy } from './plan-gone.ts';
import { changeSession, joinSession } from './session-store.ts';
import { packageForgotten, paymentBegun, sessionExpired, sessionReset } from './transitions.ts';

/** Undefined: there is no sign-up to lead to, the problem is the screen's to show. */
type Leave = () => string | undefined;

const nextStep: Leave = () => joinAddress(nextStepPath(joinSession().lastCompletedStep));
/** The payment page asks what became of the payment, and goes on from there. */
const askAboutPayment: Leave = () => {
  if (joinSession().signupId === null) return undefined;
  changeSession(paymentBegun);
  return joinAddress(paths.payment);
};

/** Answers that mean "not on this screen", whichever screen it is (specification 8). */
const ways: Partial<Record<ProblemCode | ConnectionCode, Leave>> = {
  REGISTRATION_EXPIRED: () => {
    endExpired(sessionExpired);
    return joinAddress(paths.yourDetails);
  },
  STEP_MISSING: nextStep,
  PACKAGE_NOT_OFFERED: () => {
    changeSession(packageForgotten);
    return joinAddress(paths.packages);
  },
  ALREADY_PAID: askAboutPayment,
  PAYMENT_IN_PROGRESS: askAboutPayment,
};

/**
 * Leaves the screen when a problem of any registration call asks for it: time-out, step missing, paid already, a parent
 * we already have. True when it left; otherwise the problem is the screen's to show.
 */
export function useRegistrationProblem(): (problem: CallProblem) => boolean {
  const navigate = useNavigate();
  return (problem) => {
    const parentDuplicate = problem.validationErrors.some(
      ({ field }) => isDuplicateField(field) && !field.startsWith('coParent'),
    );
    const target = parentDuplicate ? joinAddress(paths.duplicate) : ways[problem.code]?.();
    if (target === undefined) return false;
    // The duplicate page shows with nothing kept (specification 4.5), and takes nothing from whoever only opens its
    // address.
    if (parentDuplicate) changeSession(sessionReset);
    void navigate(target, { state: planGoneBy(problem) });
    return true;
  };
}
