import type { UpgradeCard } from '#contract/api/upgrades.ts';
import { m } from '#messages/messages.js';
import { call } from '#web/api/call.ts';
import { servicesOf } from '#web/join-session/join-session.ts';
import { useNavigate } from '#web/navigation/NavigationView.tsx';
import { BuildYourOwnForm } from '#web/plans/build-your-own/BuildYourOwnForm.tsx';
import { upgradeDefaults } from '#web/plans/build-your-own/build-form.ts';
import type { FetchPrice } from '#web/plans/build-your-own/use-live-price.ts';
import { ButtonLink } from '#web/ui/Button.tsx';
import { AccountPage } from '../AccountPage.tsx';
import { currentOptionsOf, searchOf, type Upgrades } from './selection.ts';

const fetchPrice: FetchPrice = (order, signal) =>
  call('POST /v2/account/upgrades/prices', { body: { order } }, { signal });

type Props = { upgrades: Upgrades; card: UpgradeCard; chosen: readonly string[] };

/** Build-your-own in upgrade mode: current options stay, added ones are prorated by day (specification 5.8). */
export default function UpgradeBuild({ upgrades, card, chosen }: Props) {
  const navigate = useNavigate();
  const current = currentOptionsOf(upgrades);
  const openSelection = (packageId: number, services: readonly string[]) =>
    navigate({ search: searchOf({ packageId, services: [...services] }) });
  return (
    <AccountPage heading={m.upgrade_build_heading()} lead={m.upgrade_build_lead()}>
      <BuildYourOwnForm
        packages={upgrades.packages.filter(({ id, availability }) => id === card.id || availability === 'UPGRADE')}
        defaults={upgradeDefaults(card, current, chosen)}
        current={current}
        fetchPrice={fetchPrice}
        onSubmit={async (built, values) => {
          await openSelection(built.id, servicesOf(values));
        }}
        onPremium={({ id }) => void openSelection(id, [])}
        backLink={
          <ButtonLink variant="link" to={{ search: '' }}>
            {m.upgrade_all_plans()}
          </ButtonLink>
        }
      />
    </AccountPage>
  );
}
