import { useEffect, useEffectEvent, useState } from 'react';
import type { PackageCard } from '#contract/api/packages.ts';
import { afterPackage, paths, redirectFor } from '#contract/sign-up/sign-up-flow.ts';
import { m } from '#messages/messages.js';
import { trackSubmit, trackView } from '#web/analytics/track.ts';
import { call } from '#web/api/call.ts';
import { usePrefetch } from '#web/api/use-query.ts';
import { flowStateOf } from '#web/join-session/flow-state.ts';
import { registrationAccess } from '#web/join-session/join-session.ts';
import { changeSession, joinSession } from '#web/join-session/session-store.ts';
import { StepPage } from '#web/join-session/step-page/StepPage.tsx';
import { packageChosen, pricingGroupKnown } from '#web/join-session/transitions.ts';
import { useRegistrationProblem } from '#web/join-session/use-registration-problem.ts';
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

/** Step 3: the plan (specification 2.6, 4.4). */
export function Screen() {
  const navigate = useNavigate();
  const { offers, coupons } = useOffers();
  const leaveOnProblem = useRegistrationProblem();
  const [waitingFor, setWaitingFor] = useState<number | null>(null);
  usePrefetch('GET /v2/countries', {});
  const pricingGroup = offers.state === 'ready' ? offers.data.pricingGroupName : null;

  const groupArrived = useEffectEvent((group: NonNullable<typeof pricingGroup>) => {
    changeSession(pricingGroupKnown(group));
    const redirect = redirectFor(paths.packages, flowStateOf(joinSession()));
    if (redirect) void navigate(joinAddress(redirect), { replace: true });
    else trackView('Package Selection', { pricingGroup: group });
  });
  useEffect(() => {
    if (pricingGroup) groupArrived(pricingGroup);
  }, [pricingGroup]);

  const requestFeeWaiver: RequestFeeWaiver = async (body) => {
    const access = registrationAccess(joinSession());
    if (!access) return null;
    const result = await call('POST /v2/registrations/:signupId/fee-waivers', {
      ...access,
      body: { ...body, ...courtParameter() },
    });
    if (result.ok || leaveOnProblem(result.problem)) return null;
    return result.problem;
  };

  const select = async (card: PackageCard) => {
    const { id, subDurationInYears, buildYourOwn } = card;
    setWaitingFor(id);
    changeSession(packageChosen({ card, invited: false }));
    trackSubmit('Package Selection', {
      packageId: id,
      termYears: subDurationInYears,
      ...(pricingGroup ? { pricingGroup } : {}),
    });
    await navigate(joinAddress(afterPackage({ buildYourOwn, invited: false }).path));
  };

  return (
    <StepPage step={3} heading={m.packages_heading()} subtitle={m.packages_subtitle()}>
      <PlanGoneNotice />
      <OfferedPackages offers={offers}>
        {(loaded) => (
          <PackageChoice
            offers={loaded}
            coupons={coupons}
            invited={false}
            coParentPackageId={loaded.coParentPackageId}
            waitingFor={waitingFor}
            onSelect={(card) => void select(card)}
          />
        )}
      </OfferedPackages>
      <div className={layout.row}>
        <ButtonLink variant="link" to={joinAddress(paths.coParent)}>
          {m.ui_back()}
        </ButtonLink>
        <FeeWaiver requestFeeWaiver={requestFeeWaiver} />
      </div>
    </StepPage>
  );
}
