import { useId } from 'react';
import type { UpgradeCard as Card } from '#contract/api/upgrades.ts';
import type { Day } from '#contract/fields/day.ts';
import { m } from '#messages/messages.js';
import { listed } from '#web/i18n/listed.ts';
import { longDay } from '#web/i18n/long-day.ts';
import { Button } from '#web/ui/Button.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { Details, Features } from './Features.tsx';
import type { Fold } from './PackageCards.tsx';
import { PackageFrame } from './PackageCardView.tsx';
import style from './packages.module.css';

type Props = {
  card: Card;
  /** The current plan; build-your-own may be current and still be extended. */
  isCurrent: boolean;
  /** ISO date: of the next renewal, or of the end of a plan that does not renew. */
  periodEnd: Day;
  renews: boolean;
  /** The current plan's options. */
  currentOptions: readonly string[];
  fold: Fold | null;
  onUpgrade: () => void;
};

/**
 * A package for an existing subscriber: renewal price and date, or the end of a plan that does not renew, and the
 * amount due today (specification 2.6).
 */
export function UpgradeCard({ card, isCurrent, periodEnd, renews, currentOptions, fold, onUpgrade }: Props) {
  const titleId = useId();
  const open = card.availability === 'UPGRADE';
  const byOptions = card.buildYourOwn && !isCurrent;
  return (
    <PackageFrame
      titleId={titleId}
      card={card}
      variant="brand-refresh"
      ribbon={isCurrent ? m.packages_current_plan() : undefined}
    >
      <p>{card.description}</p>
      {isCurrent && currentOptions.length > 0 && (
        <p>
          <strong>{m.restart_options({ options: listed(currentOptions) })}</strong>
        </p>
      )}
      {card.availability === 'INCLUDED' ? (
        <p className={style.mark}>{m.upgrade_included()}</p>
      ) : (
        <dl className={style.upgrade}>
          {renews && (
            <div>
              <dt>{m.packages_annual_renewal()}</dt>
              <dd>{byOptions ? m.upgrade_by_options() : card.annualRenewalFormatted}</dd>
            </div>
          )}
          <div>
            <dt>{renews ? m.packages_next_renewal() : m.packages_ends()}</dt>
            <dd>{longDay(periodEnd)}</dd>
          </div>
          {open && (
            <div className={style.due}>
              <dt>{m.packages_due_today()}</dt>
              <dd>{card.buildYourOwn ? m.upgrade_by_options() : card.proratedPriceInfo.proratedPriceFormatted}</dd>
            </div>
          )}
        </dl>
      )}
      {open && card.losses.length > 0 && (
        <p>
          <strong>{m.upgrade_losses({ parts: listed(card.losses) })}</strong>
        </p>
      )}
      <Details fold={fold}>
        <Features card={card} />
      </Details>
      {open && (
        <div className={style.action}>
          <Button variant={card.buildYourOwn ? 'quiet' : 'primary'} onClick={onUpgrade}>
            {isCurrent ? m.upgrade_add_options() : m.packages_upgrade()}
            <VisuallyHidden> {card.displayName}</VisuallyHidden>
          </Button>
        </div>
      )}
    </PackageFrame>
  );
}
