import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '#contract/sign-up-flow.ts';
import { joinAddress } from '../../addresses.ts';
import type { CheckoutSubject } from '../../checkout/checkout.ts';
import { Checkout } from '../../checkout/Checkout.tsx';
import { orderOf } from '../../session/join-session.ts';
import { changeSession, joinSession, useJoinSession } from '../../session/session-store.ts';
import { codesEntered, packageForgotten, paymentTaken } from '../../session/transitions.ts';
import { useRegistrationProblem } from '../../session/use-registration-problem.ts';
import { billingOf } from './billing-of.ts';
import { registrationCalls } from './registration-calls.ts';

/** Parent A pays (specification 2.8, 4.5). The guard has seen that the steps before are done. */
export function Screen() {
  const navigate = useNavigate();
  const left = useRegistrationProblem();
  const person = useJoinSession((session) => session.stepOneValues);
  const signupId = useJoinSession((session) => session.signupId);
  const calls = useMemo(() => registrationCalls(), []);
  const order = useMemo(() => orderOf(joinSession()), []);
  if (person === null || signupId === null || order === null) return null;

  const subject: CheckoutSubject = {
    invited: false,
    subjectId: signupId,
    person: { ...person, phoneCountryCode: person.countryCode },
    order,
    billing: billingOf(person),
    alreadyPaid: false,
    codes: joinSession().promoCodesEntered,
    backTo: joinAddress(paths.packages),
    detailsAt: joinAddress(paths.yourDetails),
    calls,
    onCodes: (codes) => changeSession(codesEntered(codes)),
    onPaid: (paid) => {
      changeSession(paymentTaken(paid));
      // Somebody who has set a username before has nothing left to do here but look at the receipt.
      void navigate(joinAddress(paid.clickToJoinToken === null ? paths.receipt : paths.credentials), { replace: true });
    },
    onBillingDone: () => undefined,
    onOtherPackages: () => {
      changeSession(packageForgotten);
      void navigate(joinAddress(paths.packages));
    },
    onProblem: left,
  };
  return <Checkout subject={subject} />;
}
