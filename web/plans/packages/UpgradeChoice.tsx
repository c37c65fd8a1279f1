import type { PricingGroup } from '#contract/api/packages.ts';
import type { UpgradeCard as Card } from '#contract/api/upgrades.ts';
import { currencyNote } from '#contract/fields/currency-note.ts';
import type { Day } from '#contract/fields/day.ts';
import layout from '#web/ui/layout.module.css';
import { PackageCards } from './PackageCards.tsx';
import { UpgradeCard } from './UpgradeCard.tsx';

type Props = {
  packages: readonly Card[];
  pricingGroup: PricingGroup;
  currentPackageId: number;
  /** ISO date: of the next renewal, or of the end of a plan that does not renew. */
  periodEnd: Day;
  renews: boolean;
  currentOptions: readonly string[];
  /** The billing country (ISO code). */
  country: string;
  onUpgrade: (card: Card) => void;
};

/** The packages in upgrade mode, of the subscriber's price list and term, in the layout of purchase mode. */
export function UpgradeChoice({
  packages,
  pricingGroup,
  currentPackageId,
  currentOptions,
  periodEnd,
  renews,
  country,
  onUpgrade,
}: Props) {
  const currency = currencyNote(country);
  return (
    <PackageCards
      cards={packages}
      pricingGroup={pricingGroup}
      invited={false}
      renderAbove={() => currency && <p className={layout.soft}>{currency}</p>}
      renderCard={(card, fold) => (
        <UpgradeCard
          card={card}
          isCurrent={card.id === currentPackageId}
          currentOptions={currentOptions}
          periodEnd={periodEnd}
          renews={renews}
          fold={fold}
          onUpgrade={() => onUpgrade(card)}
        />
      )}
    />
  );
}
