import { useMemo, useState } from 'react';
import type { Paid } from '#contract/api/payments.ts';
import { countryRow } from '#contract/fields/countries.ts';
import { paths } from '#contract/sign-up/sign-up-flow.ts';
import { call } from '#web/api/call.ts';
import { billingOf } from '#web/checkout/billing/billing-of.ts';
import { Checkout } from '#web/checkout/Checkout.tsx';
import type { CheckoutSubject } from '#web/checkout/checkout.ts';
import { UnresolvedPayment } from '#web/checkout/paying/UnresolvedPayment.tsx';
import { isPaymentUnresolved } from '#web/join-session/flow-state.ts';
import { inviteAccess, orderOf } from '#web/join-session/join-session.ts';
import { changeSession, joinSession, useJoinSession } from '#web/join-session/session-store.ts';
import { codesEntered, packageForgotten, paymentCompleted } from '#web/join-session/transitions.ts';
import { useInviteProblem } from '#web/join-session/use-invite-problem.ts';
import { useNavigate } from '#web/navigation/NavigationView.tsx';
import { takePackage } from '#web/plans/packages/package-query.ts';
import { joinAddress } from '#web/site/addresses.ts';
import { inviteCalls } from '../invite-calls.ts';

/** An invited parent pays for themself (specification 2.8, 6). */
export function Screen() {
  const navigate = useNavigate();
  const leaveOnProblem = useInviteProblem();
  const person = useJoinSession((session) => session.stepOneValues);
  const invite = useJoinSession((session) => session.invite);
  const calls = useMemo(() => inviteCalls(), []);
  const [order, setOrder] = useState(() => orderOf(joinSession()));
  // The guard admits nobody else: a problem ended the invite, and leads to a page that a redirect would replace.
  if (invite === null) return null;
  const onPaid: CheckoutSubject['onPaid'] = (paid) => {
    changeSession(paymentCompleted(paid));
    recordJoinedByInvite(paid);
    void navigate(joinAddress(paid.clickToJoinToken === null ? paths.inviteReceipt : paths.inviteCredentials), {
      replace: true,
    });
  };
  if (person === null || order === null) {
    const onUnpaid = () =>
      void navigate(joinAddress(person ? paths.invitePackages : paths.inviteYourDetails), { replace: true });
    if (!isPaymentUnresolved(joinSession())) return null;
    return <UnresolvedPayment invited subjectId={invite.userId} calls={calls} onPaid={onPaid} onUnpaid={onUnpaid} />;
  }

  const subject: CheckoutSubject = {
    invited: true,
    subjectId: invite.userId,
    person: { ...person, phoneCountryCode: person.countryCode },
    order,
    billing: billingOf(person, joinSession()),
    codes: joinSession().promoCodesEntered,
    backTo: joinAddress(invite.userCreatedByPro ? paths.inviteYourDetails : paths.invitePackages),
    detailsAt: joinAddress(paths.inviteYourDetails),
    calls,
    onCodes: (codes) => changeSession(codesEntered(codes)),
    onPaid,
    onOtherPackages: () => {
      changeSession(packageForgotten);
      void navigate(joinAddress(paths.invitePackages));
    },
    onSamePlan: async (packageId) => {
      const newOrder = await takePackage({ packageId, invited: true });
      if (newOrder) setOrder(newOrder);
      return newOrder !== null;
    },
    onProblem: leaveOnProblem,
  };
  return <Checkout subject={subject} />;
}

/**
 * Recorded only where the country requires it (specification 7.2). Not awaited, because it changes nothing for the
 * person.
 */
function recordJoinedByInvite({ registration }: Paid): void {
  const session = joinSession();
  const access = inviteAccess(session);
  if (!access || !countryRow(session.stepOneValues?.country ?? '')?.recordsJoiningByInvite) return;
  const { familyId } = registration.parent;
  void call('PUT /v2/invites/co-parent-flag', {
    headers: access.headers,
    body: { userId: access.userId, familyId, name: 'JOINED_BY_INVITE', value: true },
  });
}
