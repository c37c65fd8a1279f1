import { useNavigate } from 'react-router';
import { isDuplicateField, type ProblemCode } from '#contract/error-codes.ts';
import { nextStepPath, paths } from '#contract/sign-up-flow.ts';
import { joinAddress } from '../addresses.ts';
import type { CallProblem, ConnectionCode } from '../api/problem.ts';
import { endExpired } from './end-expired.ts';
import { joinSession } from './session-store.ts';
import { sessionExpired } from './transitions.ts';

type Leave = () => string;

const nextStep: Leave = () => joinAddress(nextStepPath(joinSession().lastCompletedStep));

/** Answers that mean "not on this screen", whichever screen it is (specification 8). */
const ways: Partial<Record<ProblemCode | ConnectionCode, Leave>> = {
  REGISTRATION_EXPIRED: () => {
    endExpired(sessionExpired);
    return joinAddress(paths.yourDetails);
  },
  STEP_MISSING: nextStep,
  // The payment page asks what became of the payment, and goes on from there.
  ALREADY_PAID: () => joinAddress(paths.payment),
  PAYMENT_IN_PROGRESS: () => joinAddress(paths.payment),
};

/**
 * Leaves the screen when a problem of any registration call asks for it: time-out, step missing, paid already, a parent we
 * already have. True when it left; otherwise the problem is the screen's to show.
 */
export function useRegistrationProblem(): (problem: CallProblem) => boolean {
  const navigate = useNavigate();
  return (problem) => {
    const parentDuplicate = problem.validationErrors.some(({ field }) => isDuplicateField(field) && !field.startsWith('coParent'));
    const target = parentDuplicate ? joinAddress(paths.duplicate) : ways[problem.code]?.();
    if (target === undefined) return false;
    void navigate(target);
    return true;
  };
}
