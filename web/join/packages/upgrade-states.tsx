import type { MockState } from '../../mock/mock-state.ts';
import { groups } from '../../mock/package-fixtures.ts';
import { PageHeading } from '../../ui/PageHeading.tsx';
import style from './packages.module.css';
import { UpgradeCard } from './UpgradeCard.tsx';

const renewal = { annualRenewalFormatted: '$144.00', nextRenewalDate: '2027-11-21' };

/** The upgrade cards as an account shows them: the plan in hand, and what it may become. */
export function Screen() {
  const [essentials, premium] = groups.P0;
  if (!essentials || !premium) return null;
  return (
    <>
      <PageHeading>Upgrade</PageHeading>
      <ul className={style.grid} data-cards="2">
        <li className={style.cell}>
          <UpgradeCard
            card={essentials}
            info={{ ...renewal, isCurrentPlan: true, dueTodayFormatted: null }}
            folded={false}
            waiting={false}
            onUpgrade={() => undefined}
          />
        </li>
        <li className={style.cell}>
          <UpgradeCard
            card={premium}
            info={{ annualRenewalFormatted: '$198.00', nextRenewalDate: '2027-11-21', isCurrentPlan: false, dueTodayFormatted: '$31.44' }}
            folded
            waiting={false}
            onUpgrade={() => undefined}
          />
        </li>
      </ul>
    </>
  );
}

export const states: Record<string, MockState> = { 'current-and-next': {} };
