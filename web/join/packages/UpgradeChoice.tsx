import type { PricingGroup } from '#contract/api/packages.ts';
import type { UpgradeCard as Card } from '#contract/api/upgrades.ts';
import { m } from '#messages/messages.js';
import { Carousel } from './Carousel.tsx';
import { type CarouselMode, carouselMode } from './carousel-mode.ts';
import style from './packages.module.css';
import { UpgradeCard } from './UpgradeCard.tsx';
import { useContainerWidth } from './use-container-width.ts';

type Props = {
  packages: readonly Card[];
  pricingGroup: PricingGroup;
  /** Id of the package one has. */
  heldPackageId: number;
  /** ISO date. */
  nextRenewal: string;
  onUpgrade: (card: Card) => void;
};

/** The packages in upgrade mode: those of one's own list and term, laid out as in purchase mode. */
export function UpgradeChoice({ packages, pricingGroup, heldPackageId, nextRenewal, onUpgrade }: Props) {
  const [container, containerWidth] = useContainerWidth<HTMLDivElement>();
  const mode: CarouselMode =
    containerWidth === null
      ? { layout: 'grid' }
      : carouselMode({ containerWidth, pricingGroup, invited: false, packagesPerTerm: packages.length });
  const folded = mode.layout === 'carousel' && mode.cardsInView === 1;
  const slides = packages.map((card) => ({
    key: card.id,
    content: (
      <UpgradeCard
        card={card}
        isHeld={card.id === heldPackageId}
        nextRenewal={nextRenewal}
        folded={folded}
        onUpgrade={() => onUpgrade(card)}
      />
    ),
  }));
  return (
    <div className={style.choice} ref={container}>
      {mode.layout === 'carousel' ? (
        <Carousel label={m.packages_list()} slides={slides} cardsInView={mode.cardsInView} peek={mode.peek} />
      ) : (
        <ul className={style.grid} data-cards={slides.length} aria-label={m.packages_list()}>
          {slides.map(({ key, content }) => (
            <li key={key} className={style.cell}>
              {content}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
