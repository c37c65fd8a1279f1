import { useId } from 'react';
import type { PackageCard } from '#contract/api/packages.ts';
import { m } from '#messages/messages.js';
import { currentLanguage } from '../../i18n/language.ts';
import { Collapse } from '../../ui/Accordion.tsx';
import { Button } from '../../ui/Button.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { Features } from './Features.tsx';
import { PackageFrame } from './PackageCardView.tsx';
import style from './packages.module.css';

export type UpgradeInfo = {
  /** What the person has now, and nothing to press. */
  isCurrentPlan: boolean;
  /** Formatted amounts and an ISO date, as the server gives them. */
  annualRenewalFormatted: string;
  nextRenewalDate: string;
  /** Prorated; null for the current plan. */
  dueTodayFormatted: string | null;
};

type Props = { card: PackageCard; info: UpgradeInfo; folded: boolean; waiting: boolean; onUpgrade: () => void };

/** One package for somebody who has a plan already: what it renews at, when, and what is due today. */
export function UpgradeCard({ card, info, folded, waiting, onUpgrade }: Props) {
  const titleId = useId();
  return (
    <PackageFrame titleId={titleId} card={card} look="brand-refresh" ribbon={info.isCurrentPlan ? m.packages_current_plan() : undefined}>
      <p>{card.description}</p>
      <dl className={style.upgrade}>
        <div>
          <dt>{m.packages_annual_renewal()}</dt>
          <dd>{info.annualRenewalFormatted}</dd>
        </div>
        <div>
          <dt>{m.packages_next_renewal()}</dt>
          <dd>{readableDate(info.nextRenewalDate)}</dd>
        </div>
        {info.dueTodayFormatted !== null && (
          <div className={style.due}>
            <dt>{m.packages_due_today()}</dt>
            <dd>{info.dueTodayFormatted}</dd>
          </div>
        )}
      </dl>
      {folded ? (
        <Collapse showLabel={m.packages_expand()} hideLabel={m.packages_collapse()}>
          <Features card={card} />
        </Collapse>
      ) : (
        <Features card={card} />
      )}
      {!info.isCurrentPlan && (
        <div className={style.action}>
          <Button waiting={waiting} onClick={onUpgrade}>
            {m.packages_upgrade()}
            <VisuallyHidden> {card.displayName}</VisuallyHidden>
          </Button>
        </div>
      )}
    </PackageFrame>
  );
}

/** A calendar date belongs to no time zone: it is read and written in the same one. */
function readableDate(date: string): string {
  return new Intl.DateTimeFormat(currentLanguage(), { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${date.slice(0, 10)}T00:00:00Z`),
  );
}
