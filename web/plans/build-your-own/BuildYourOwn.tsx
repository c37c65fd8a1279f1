import { type ReactNode, useEffect, useState } from 'react';
import type { listPackages, PackageCard } from '#contract/api/packages.ts';
import { experimentState } from '#contract/boot.ts';
import { paths } from '#contract/sign-up/sign-up-flow.ts';
import { m } from '#messages/messages.js';
import { trackSubmit, trackView } from '#web/analytics/track.ts';
import { useExposure } from '#web/analytics/use-exposure.ts';
import type { QueryOf } from '#web/api/use-query.ts';
import { type AlacarteValues, withDraft } from '#web/join-session/join-session.ts';
import { changeSession, joinSession } from '#web/join-session/session-store.ts';
import { StepPage } from '#web/join-session/step-page/StepPage.tsx';
import { buildYourOwnChosen, draftSaved, packageChosen } from '#web/join-session/transitions.ts';
import { useNavigate } from '#web/navigation/NavigationView.tsx';
import { joinAddress } from '#web/site/addresses.ts';
import { bootData } from '#web/site/boot.ts';
import { ButtonLink, type ButtonVariant } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Card.tsx';
import { FormSkeleton } from '#web/ui/Skeleton.tsx';
import { OfferedPackages } from '../packages/OfferedPackages.tsx';
import { BuildYourOwnForm } from './BuildYourOwnForm.tsx';
import { buildCards, buildDefaults } from './build-form.ts';
import style from './build-your-own.module.css';
import type { FetchPrice } from './use-live-price.ts';

type Props = { invited: boolean; offers: QueryOf<typeof listPackages>; fetchPrice: FetchPrice };

/** Build-your-own: term and add-ons (specification 2.7, 5.8), for both parents. */
export function BuildYourOwn({ invited, offers, fetchPrice }: Props) {
  const navigate = useNavigate();
  const [initialSession] = useState(joinSession);
  const redesigned = experimentState(bootData(), 'package-step-redesign') === 'treatment';
  useExposure('package-step-redesign', 'recorded-calls');
  useEffect(() => trackView('Build Your Own', { invited }), [invited]);
  const toPayment = (card: PackageCard) => {
    const { id, subDurationInYears } = card;
    trackSubmit(card.buildYourOwn ? 'Build Your Own' : 'Package Selection', {
      packageId: id,
      termYears: subDurationInYears,
      invited,
    });
    return navigate(joinAddress(invited ? paths.invitePayment : paths.payment));
  };
  const submit = async (card: PackageCard, values: AlacarteValues) => {
    changeSession(buildYourOwnChosen({ card, values, invited }));
    await toPayment(card);
  };
  const choosePremium = (premium: PackageCard) => {
    changeSession(packageChosen({ card: premium, invited }));
    void toPayment(premium);
  };
  return (
    <BuildPage invited={invited} redesigned={redesigned}>
      <OfferedPackages offers={offers} placeholder={<FormSkeleton />}>
        {({ packages }) =>
          buildCards(packages).length > 0 ? (
            <BuildYourOwnForm
              packages={packages}
              defaults={buildDefaults(buildCards(packages), {
                ...initialSession,
                alacarteValues: withDraft(initialSession, 'build', initialSession.alacarteValues),
              })}
              fetchPrice={fetchPrice}
              onSubmit={submit}
              onTyped={(values) => changeSession(draftSaved('build', values))}
              onPremium={choosePremium}
              backLink={redesigned && <BackToPlans invited={invited} variant="link" />}
            />
          ) : (
            <NotOffered invited={invited} />
          )
        }
      </OfferedPackages>
    </BuildPage>
  );
}

type PageProps = { invited: boolean; redesigned: boolean; children: ReactNode };

/** The redesigned step has a header, a subheader and a Back link; the other one only its heading. */
function BuildPage({ invited, redesigned, children }: PageProps) {
  const step = invited ? 2 : 3;
  if (!redesigned) {
    return (
      <StepPage step={step} substep invited={invited} heading={m.build_your_own_heading()}>
        {children}
      </StepPage>
    );
  }
  return (
    <StepPage
      step={step}
      substep
      invited={invited}
      heading={m.build_your_own_heading_redesign()}
      subtitle={m.build_your_own_subheading_redesign()}
    >
      {children}
    </StepPage>
  );
}

function BackToPlans({ invited, variant }: { invited: boolean; variant: ButtonVariant }) {
  const to = joinAddress(invited ? paths.invitePackages : paths.packages);
  return (
    <ButtonLink to={to} variant={variant}>
      {m.build_your_own_back()}
    </ButtonLink>
  );
}

function NotOffered({ invited }: { invited: boolean }) {
  return (
    <div className={style.notOffered}>
      <Notice>
        <p>{m.build_your_own_not_offered()}</p>
      </Notice>
      <span>
        <BackToPlans invited={invited} variant="primary" />
      </span>
    </div>
  );
}
