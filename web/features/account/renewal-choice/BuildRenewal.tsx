import type { RenewalCard } from '#contract/api/renewal-choices.ts';
import { m } from '#messages/messages.js';
import { call } from '#web/api/call.ts';
import { longDay } from '#web/i18n/long-day.ts';
import { servicesOf } from '#web/join-session/join-session.ts';
import { useNavigate } from '#web/navigation/NavigationView.tsx';
import { BuildYourOwnForm } from '#web/plans/build-your-own/BuildYourOwnForm.tsx';
import { upgradeDefaults } from '#web/plans/build-your-own/build-form.ts';
import type { FetchPrice } from '#web/plans/build-your-own/use-live-price.ts';
import { ButtonLink } from '#web/ui/Button.tsx';
import { AccountPage } from '../AccountPage.tsx';
import type { AddressOf, RenewalChoices } from './selection.ts';

type Props = {
  subscriptionId: string;
  choices: RenewalChoices;
  card: RenewalCard;
  chosen: readonly string[];
  addressOf: AddressOf;
};

/** Builds the plan for the renewal. Any option may be left out, also one that is held today. */
export default function BuildRenewal({ subscriptionId, choices, card, chosen, addressOf }: Props) {
  const navigate = useNavigate();
  const { packages, country, renewsOn, asHeld } = choices;
  const fetchPrice: FetchPrice = async (order, signal) => {
    const priced = await call(
      'POST /v2/account/subscriptions/:subscriptionId/renewal-choices/prices',
      { params: { subscriptionId }, body: { order } },
      { signal },
    );
    return priced.ok ? { ok: true, data: priced.data.quote } : priced;
  };
  const none = { services: [], toneMeter: false, country, endsOn: null };
  const select = (packageId: number, services: readonly string[]) => navigate(addressOf({ packageId, services }));
  return (
    <AccountPage
      heading={m.renewal_choice_build_heading()}
      lead={m.renewal_choice_build_lead({ date: longDay(renewsOn) })}
    >
      <BuildYourOwnForm
        packages={packages}
        defaults={upgradeDefaults(card, none, chosen.length > 0 ? chosen : asHeld.services)}
        priceFor="RENEWAL"
        fetchPrice={fetchPrice}
        onSubmit={async (built, values) => {
          await select(built.id, servicesOf(values));
        }}
        onPremium={({ id }) => void select(id, [])}
        backLink={
          <ButtonLink variant="link" to={addressOf()}>
            {m.upgrade_all_plans()}
          </ButtonLink>
        }
      />
    </AccountPage>
  );
}
