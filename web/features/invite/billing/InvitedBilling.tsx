import { useEffect, useMemo, useState } from 'react';
import { useLocation } from 'react-router';
import { paths } from '#contract/sign-up/sign-up-flow.ts';
import { m } from '#messages/messages.js';
import { trackView } from '#web/analytics/track.ts';
import { BillingView } from '#web/checkout/billing/BillingView.tsx';
import { billingOf } from '#web/checkout/billing/billing-of.ts';
import { joinSession, useJoinSession } from '#web/join-session/session-store.ts';
import { InviteVisibility } from '#web/join-session/step-page/InviteVisibility.tsx';
import { StepPage } from '#web/join-session/step-page/StepPage.tsx';
import { useInviteProblem } from '#web/join-session/use-invite-problem.ts';
import { useNavigate } from '#web/navigation/NavigationView.tsx';
import { joinAddress } from '#web/site/addresses.ts';
import { inviteCalls } from '../invite-calls.ts';
import { TermsStep } from './TermsStep.tsx';

const termsSearch = '?view=terms';

/**
 * The other parent has paid: only the billing address is needed, and outside the United States the consents
 * (specification 2.8, 4.7).
 * Each of the two has its own history entry.
 */
export function Screen() {
  const navigate = useNavigate();
  const leaveOnProblem = useInviteProblem();
  const person = useJoinSession((session) => session.stepOneValues);
  const calls = useMemo(() => inviteCalls(), []);
  const { key, search } = useLocation();
  const [firstKey] = useState(key);
  // With the address saved earlier, the page begins with the terms.
  const [startsWithTerms] = useState(isTermsNeeded);
  // Agreeing to them must not return to the address.
  const isTerms = useMemo(
    () => isTermsNeeded() && ((startsWithTerms && key === firstKey) || search === termsSearch),
    [startsWithTerms, key, firstKey, search],
  );
  useEffect(() => trackView('Billing Information', { invited: true }), []);
  // The guard admits nobody else: a problem ended the invite, and redirects.
  if (person === null) return null;
  const onDone = () => void navigate(joinAddress(paths.inviteCredentials));
  if (isTerms) {
    return (
      <StepPage step={3} invited heading={m.invite_terms_heading()}>
        <TermsStep onDone={onDone} onBack={() => void navigate({ search: '' })} onProblem={leaveOnProblem} />
      </StepPage>
    );
  }
  const subject = {
    invited: true,
    person: { ...person, phoneCountryCode: person.countryCode },
    order: null,
    billing: billingOf(person, joinSession()),
    backTo: joinAddress(paths.inviteYourDetails),
    calls,
    onOtherPackages: () => undefined,
    onSamePlan: () => Promise.resolve(false),
    onProblem: leaveOnProblem,
  };
  return (
    <StepPage
      step={3}
      invited
      aside={<InviteVisibility />}
      heading={m.payment_heading_billing()}
      subtitle={m.invite_billing_paid()}
    >
      <BillingView
        subject={subject}
        locked={joinSession().invite?.billingAddressComplete ?? false}
        onDone={() => (isTermsNeeded() ? void navigate({ search: termsSearch }) : onDone())}
      />
    </StepPage>
  );
}

function isTermsNeeded(): boolean {
  return joinSession().invite?.termsAgreed === false;
}
