import type { PricingGroup } from '#contract/api/packages.ts';
import type { UpgradeCard as Card } from '#contract/api/upgrades.ts';
import { currencyNote } from '#contract/currency-note.ts';
import layout from '#web/ui/layout.module.css';
import { PackageCards } from './PackageCards.tsx';
import { UpgradeCard } from './UpgradeCard.tsx';

type Props = {
  packages: readonly Card[];
  pricingGroup: PricingGroup;
  /** Id of the package one has. */
  heldPackageId: number;
  /** ISO date. */
  nextRenewal: string;
  /** What was added to it. */
  heldOptions: readonly string[];
  /** Of the bill (ISO code). */
  country: string;
  onUpgrade: (card: Card) => void;
};

/** The packages in upgrade mode: those of one's own list and term, laid out as in purchase mode. */
export function UpgradeChoice({
  packages,
  pricingGroup,
  heldPackageId,
  heldOptions,
  nextRenewal,
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
          isHeld={card.id === heldPackageId}
          heldOptions={heldOptions}
          nextRenewal={nextRenewal}
          fold={fold}
          onUpgrade={() => onUpgrade(card)}
        />
      )}
    />
  );
}
