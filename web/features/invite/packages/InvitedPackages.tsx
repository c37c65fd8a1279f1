import { useEffect, useEffectEvent, useState } from 'react';
import type { listPackages, PackageCard } from '#contract/api/packages.ts';
import { afterPackage, paths } from '#contract/sign-up/sign-up-flow.ts';
import { m } from '#messages/messages.js';
import { trackSubmit, trackView } from '#web/analytics/track.ts';
import { call } from '#web/api/call.ts';
import { type QueryOf, usePrefetch } from '#web/api/use-query.ts';
import { inviteAccess } from '#web/join-session/join-session.ts';
import { changeSession, joinSession } from '#web/join-session/session-store.ts';
import { StepPage } from '#web/join-session/step-page/StepPage.tsx';
import { packageChosen, pricingGroupKnown } from '#web/join-session/transitions.ts';
import { useInviteProblem } from '#web/join-session/use-invite-problem.ts';
import { useNavigate } from '#web/navigation/NavigationView.tsx';
import { courtParameter } from '#web/plans/fee-waiver/arrival.ts';
import { FeeWaiver } from '#web/plans/fee-waiver/FeeWaiver.tsx';
import type { RequestFeeWaiver } from '#web/plans/fee-waiver/FeeWaiverForm.tsx';
import { OfferedPackages } from '#web/plans/packages/OfferedPackages.tsx';
import { PackageChoice } from '#web/plans/packages/PackageChoice.tsx';
import { PlanGoneNotice } from '#web/plans/packages/PlanGoneNotice.tsx';
import { useOffers } from '#web/plans/packages/use-offers.ts';
import { joinAddress } from '#web/site/addresses.ts';
import { ButtonLink } from '#web/ui/Button.tsx';
import layout from '#web/ui/layout.module.css';

/**
 * The plans of an invited parent, with the inviter's price list and the co-parent's choice marked (specification 2.6,
 * 4.7).
 */
export function Screen() {
  const navigate = useNavigate();
  const { offers } = useOffers();
  const [coupons] = useState(() => joinSession().invite?.availableCoupons ?? []);
  const [waitingFor, setWaitingFor] = useState<number | null>(null);
  usePrefetch('GET /v2/countries', {});
  useInviteRefusal(offers);
  const pricingGroup = offers.state === 'ready' ? offers.data.pricingGroupName : null;
  useEffect(() => {
    if (!pricingGroup) return;
    changeSession(pricingGroupKnown(pricingGroup));
    trackView('Package Selection', { pricingGroup, invited: true });
  }, [pricingGroup]);

  const select = async (card: PackageCard) => {
    const { id, subDurationInYears, buildYourOwn } = card;
    setWaitingFor(id);
    changeSession(packageChosen({ card, invited: true }));
    trackSubmit('Package Selection', { packageId: id, termYears: subDurationInYears, invited: true });
    await navigate(joinAddress(afterPackage({ buildYourOwn, invited: true }).path));
  };
  return (
    <StepPage step={2} invited heading={m.packages_heading()} subtitle={m.invite_packages_subtitle()}>
      <PlanGoneNotice />
      <OfferedPackages offers={offers}>
        {(loaded) => (
          <PackageChoice
            offers={loaded}
            coupons={coupons}
            invited
            coParentPackageId={loaded.coParentPackageId}
            waitingFor={waitingFor}
            onSelect={(card) => void select(card)}
          />
        )}
      </OfferedPackages>
      <div className={layout.row}>
        <ButtonLink variant="link" to={joinAddress(paths.inviteYourDetails)}>
          {m.ui_back()}
        </ButtonLink>
        <FeeWaiver requestFeeWaiver={requestFeeWaiver} />
      </div>
    </StepPage>
  );
}

const requestFeeWaiver: RequestFeeWaiver = async (values) => {
  const access = inviteAccess(joinSession());
  if (!access) return null;
  const { userId, headers } = access;
  const result = await call('POST /v2/invites/fee-waivers', {
    headers,
    body: { ...values, ...courtParameter(), userId },
  });
  return result.ok ? null : result.problem;
};

/** An invalid link redirects: its packages cannot be loaded. */
export function useInviteRefusal(offers: QueryOf<typeof listPackages>): void {
  const leaveOnProblem = useInviteProblem();
  const problem = offers.state === 'failed' ? offers.problem : null;
  const redirect = useEffectEvent(() => problem && leaveOnProblem(problem));
  useEffect(() => {
    if (problem) redirect();
  }, [problem]);
}
