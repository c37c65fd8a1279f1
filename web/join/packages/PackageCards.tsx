import type { ReactNode } from 'react';
import type { PricingGroup } from '#contract/api/packages.ts';
import { m } from '#messages/messages.js';
import { Carousel } from './Carousel.tsx';
import { type CarouselMode, carouselMode } from './carousel-mode.ts';
import style from './packages.module.css';
import { useContainerWidth } from './use-container-width.ts';

type Props<Card> = {
  cards: readonly Card[];
  pricingGroup: PricingGroup;
  invited: boolean;
  /** Another term begins with its first card. */
  term?: number;
  /** Above the cards. */
  children?: ReactNode;
  /** `folded`: one card shows at a time, with its details folded. */
  renderCard: (card: Card, folded: boolean) => ReactNode;
};

/** The cards of one term: side by side where they fit, otherwise to be swiped (specification 2.6). */
export function PackageCards<Card extends { id: number }>({ cards, pricingGroup, invited, term, children, renderCard }: Props<Card>) {
  const [container, containerWidth] = useContainerWidth<HTMLDivElement>();
  const mode: CarouselMode =
    containerWidth === null ? { layout: 'grid' } : carouselMode({ containerWidth, pricingGroup, invited, packagesPerTerm: cards.length });
  const folded = mode.layout === 'carousel' && mode.cardsInView === 1;
  const slides = cards.map((card) => ({ key: card.id, content: renderCard(card, folded) }));
  return (
    <div className={style.choice} ref={container}>
      {children}
      {mode.layout === 'carousel' ? (
        <Carousel key={term} label={m.packages_list()} slides={slides} cardsInView={mode.cardsInView} peek={mode.peek} />
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
