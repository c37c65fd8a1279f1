import { useMemo, useState } from 'react';
import { nextStepPath, paths } from '#contract/sign-up/sign-up-flow.ts';
import { billingOf } from '#web/checkout/billing/billing-of.ts';
import { Checkout } from '#web/checkout/Checkout.tsx';
import type { CheckoutSubject } from '#web/checkout/checkout.ts';
import { UnresolvedPayment } from '#web/checkout/paying/UnresolvedPayment.tsx';
import { duplicateAtPaymentState, isCoParentDuplicate } from '#web/join-session/co-parent-duplicate.ts';
import { orderOf } from '#web/join-session/join-session.ts';
import { changeSession, joinSession, useJoinSession } from '#web/join-session/session-store.ts';
import { codesEntered, packageForgotten, paymentCompleted, sessionExpired } from '#web/join-session/transitions.ts';
import { useRegistrationProblem } from '#web/join-session/use-registration-problem.ts';
import { useNavigate } from '#web/navigation/NavigationView.tsx';
import { takePackage } from '#web/plans/packages/package-query.ts';
import { joinAddress } from '#web/site/addresses.ts';
import { registrationCalls } from './registration-calls.ts';
import { useInviteRow } from './use-invite-row.tsx';

/** Parent A's payment (specification 2.8, 4.5). The guard has checked the earlier steps. */
export function Screen() {
  const navigate = useNavigate();
  const leaveOnProblem = useRegistrationProblem();
  const person = useJoinSession((session) => session.stepOneValues);
  const signupId = useJoinSession((session) => session.signupId);
  const calls = useMemo(() => registrationCalls(), []);
  const { moreDetails, invitesOncePaid, dialog } = useInviteRow();
  const [order, setOrder] = useState(() => orderOf(joinSession()));
  if (signupId === null) return null;
  const onProblem: CheckoutSubject['onProblem'] = (problem) => {
    if (!problem.validationErrors.some(isCoParentDuplicate)) return leaveOnProblem(problem);
    // Step 2 asks whether the co-parent is somebody else.
    void navigate(joinAddress(paths.coParent), { state: duplicateAtPaymentState });
    return true;
  };
  const onPaid: CheckoutSubject['onPaid'] = (paid) => {
    changeSession(paymentCompleted(paid));
    // A parent who already has credentials only needs the receipt.
    void navigate(joinAddress(paid.clickToJoinToken === null ? paths.receipt : paths.credentials), { replace: true });
  };
  if (person === null || order === null) {
    const onUnpaid = () => {
      if (person === null) changeSession(sessionExpired);
      void navigate(joinAddress(nextStepPath(joinSession().lastCompletedStep)), { replace: true });
    };
    return <UnresolvedPayment invited={false} subjectId={signupId} calls={calls} onPaid={onPaid} onUnpaid={onUnpaid} />;
  }

  const subject: CheckoutSubject = {
    invited: false,
    subjectId: signupId,
    person: { ...person, phoneCountryCode: person.countryCode },
    order,
    billing: billingOf(person, joinSession()),
    codes: joinSession().promoCodesEntered,
    backTo: joinAddress(paths.packages),
    detailsAt: joinAddress(paths.yourDetails),
    calls,
    onCodes: (codes) => changeSession(codesEntered(codes)),
    onPaid,
    onOtherPackages: () => {
      changeSession(packageForgotten);
      void navigate(joinAddress(paths.packages));
    },
    onSamePlan: async (packageId) => {
      const newOrder = await takePackage({ packageId, invited: false });
      if (newOrder) setOrder(newOrder);
      return newOrder !== null;
    },
    moreDetails,
    invitesOncePaid,
    onProblem,
  };
  return (
    <>
      <Checkout subject={subject} />
      {dialog}
    </>
  );
}
