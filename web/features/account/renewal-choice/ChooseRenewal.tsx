import { Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { RenewalPlan } from '#contract/api/renewal-choices.ts';
import { m } from '#messages/messages.js';
import { call } from '#web/api/call.ts';
import type { CallProblem } from '#web/api/problem.ts';
import { useSignedInQuery } from '#web/auth-session/use-signed-in-query.ts';
import { longDay } from '#web/i18n/long-day.ts';
import { useNavigate } from '#web/navigation/NavigationView.tsx';
import { PackagesSkeleton } from '#web/plans/packages/PackagesSkeleton.tsx';
import { RenewalChoice } from '#web/plans/packages/RenewalChoice.tsx';
import { selectedPlan } from '#web/plans/packages/selected-plan.ts';
import { LoadError } from '#web/problems/LoadError.tsx';
import { showError } from '#web/problems/show-error.ts';
import { addresses } from '#web/site/addresses.ts';
import { Button, ButtonLink } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Card.tsx';
import layout from '#web/ui/layout.module.css';
import { lazyPart } from '#web/ui/loading-error.ts';
import { FormSkeleton } from '#web/ui/Skeleton.tsx';
import { showToast } from '#web/ui/toast-list.ts';
import { AccountPage } from '../AccountPage.tsx';
import { type AddressOf, choiceAddress, type RenewalChoices } from './selection.ts';

const BuildRenewal = lazyPart(() => import('./BuildRenewal.tsx'));
const ReviewRenewal = lazyPart(() => import('./ReviewRenewal.tsx'));

/** What a subscription renews to: plans, options, review, by the address' query. */
export function Screen() {
  const [search] = useSearchParams();
  const subscriptionId = search.get('of') ?? '';
  const answer = useSignedInQuery('GET /v2/account/subscriptions/:subscriptionId/renewal-choices', {
    params: { subscriptionId },
  });
  if (answer.state !== 'ready')
    return (
      <AccountPage heading={m.renewal_choice_heading()}>
        {answer.state === 'loading' ? <PackagesSkeleton /> : <NotNow {...answer} />}
      </AccountPage>
    );
  const addressOf: AddressOf = (...selected) => choiceAddress(subscriptionId, ...selected);
  const shared = { subscriptionId, choices: answer.data, addressOf };
  const selection = selectedPlan(search, answer.data.packages);
  return (
    <Suspense fallback={<FormSkeleton />}>
      {selection.view === 'CHOOSE' && <Choose {...shared} />}
      {selection.view === 'BUILD' && <BuildRenewal {...shared} {...selection} />}
      {selection.view === 'REVIEW' && <ReviewRenewal key={search.toString()} {...shared} {...selection} />}
    </Suspense>
  );
}

type Props = { subscriptionId: string; choices: RenewalChoices; addressOf: AddressOf };

function Choose({ subscriptionId, choices, addressOf }: Props) {
  const navigate = useNavigate();
  const { asHeld, chosen, packages, renewsOn, country, heldBy, pricingGroupName, movedTo, forBoth } = choices;
  const date = longDay(renewsOn);
  return (
    <AccountPage
      heading={m.renewal_choice_heading()}
      lead={heldBy === null ? m.renewal_choice_lead({ date }) : m.renewal_choice_lead_other({ date, name: heldBy })}
    >
      {chosen && <Chosen subscriptionId={subscriptionId} date={date} asHeld={asHeld} chosen={chosen} />}
      {movedTo !== null && !chosen && (
        <div className={`${layout.page} ${layout.narrow}`}>
          <Notice>
            <p>{m.renewal_choice_moved({ country: movedTo, plan: asHeld.planName, amount: asHeld.amountFormatted })}</p>
          </Notice>
        </div>
      )}
      {forBoth && <p className={layout.soft}>{m.renewal_choice_for_both()}</p>}
      <RenewalChoice
        packages={packages}
        pricingGroup={pricingGroupName}
        renewsOn={renewsOn}
        renewsTo={(chosen ?? asHeld).packageId}
        country={country}
        onChoose={({ id }) => void navigate(addressOf({ packageId: id }))}
      />
      <ToBilling />
    </AccountPage>
  );
}

type ChosenProps = { subscriptionId: string; date: string; asHeld: RenewalPlan; chosen: RenewalPlan };

/** What was chosen, and the way to what the plan renews to otherwise. */
function Chosen({ subscriptionId, date, asHeld, chosen }: ChosenProps) {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const drop = async () => {
    setBusy(true);
    const dropped = await call('PUT /v2/account/subscriptions/:subscriptionId/renewal-choice', {
      params: { subscriptionId },
      body: { order: null, taxId: null },
    });
    setBusy(false);
    if (!dropped.ok) return showError(dropped.problem);
    showToast({ text: m.renewal_choice_saved({ date, plan: asHeld.planName }) });
    await navigate(addresses.billing);
  };
  return (
    <div className={`${layout.page} ${layout.narrow}`}>
      <Notice>
        <p>{m.renewal_choice_chosen({ date, plan: chosen.planName, amount: chosen.amountFormatted })}</p>
        <p>{m.renewal_choice_otherwise({ plan: asHeld.planName, amount: asHeld.amountFormatted })}</p>
        <div>
          <Button variant="quiet" waiting={busy} onClick={() => void drop()}>
            {m.renewal_choice_keep()}
          </Button>
        </div>
      </Notice>
    </div>
  );
}

/** On its day, after a cancellation or while a payment is in progress there is nothing to choose. */
function NotNow({ problem, retry }: { problem: CallProblem; retry: () => void }) {
  const closed = ['CONFLICT', 'NOT_FOUND', 'PAYMENT_DISPUTED', 'PAYMENT_IN_PROGRESS', 'COUNTRY_MISMATCH'];
  return (
    <div className={`${layout.page} ${layout.narrow}`}>
      {closed.includes(problem.code) ? (
        <Notice>
          <h2>{m.renewal_choice_not_now_title()}</h2>
          <p>{['CONFLICT', 'NOT_FOUND'].includes(problem.code) ? m.renewal_choice_not_now() : problem.message}</p>
        </Notice>
      ) : (
        <LoadError problem={problem} onRetry={retry} />
      )}
      <ToBilling />
    </div>
  );
}

function ToBilling() {
  return (
    <div>
      <ButtonLink variant="link" to={addresses.billing}>
        {m.upgrade_to_billing()}
      </ButtonLink>
    </div>
  );
}
