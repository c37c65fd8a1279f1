import { type ReactNode, useState } from 'react';
import type { PricingGroup } from '#contract/api/packages.ts';
import { m } from '#messages/messages.js';
import { Carousel, type CarouselHandle } from './Carousel.tsx';
import { type CarouselMode, carouselMode } from './carousel-mode.ts';
import layout from '#web/ui/layout.module.css';
import style from './packages.module.css';
import { useWidths } from './use-widths.ts';

/**
 * Where one card shows at a time, the details of all fold and open together: who compares need not open each. Null:
 * they always show.
 */
export type Fold = { open: boolean; onToggle: () => void };

/** Brings the card of a place into sight. */
export type ShowCard = (index: number) => void;

type Props<Card> = {
  cards: readonly Card[];
  pricingGroup: PricingGroup;
  invited: boolean;
  /** Another term begins with its first card. */
  term?: number;
  /** Above the cards; with the way to bring one into sight, where not all of them are. */
  renderAbove: (show: ShowCard | null) => ReactNode;
  /** The details do not fold, whatever room there is. */
  unfolded?: boolean;
  renderCard: (card: Card, fold: Fold | null) => ReactNode;
};

/** The cards of one term: side by side where they fit, otherwise to be swiped (specification 2.6). */
export function PackageCards<Card extends { id: number }>({
  cards,
  pricingGroup,
  invited,
  term,
  renderAbove,
  unfolded = false,
  renderCard,
}: Props<Card>) {
  const [column, widths] = useWidths<HTMLDivElement>();
  const mode: CarouselMode =
    widths === null
      ? { layout: 'grid', columns: 1 }
      : carouselMode({ ...widths, pricingGroup, invited, packagesPerTerm: cards.length });
  const [open, setOpen] = useState(false);
  const isSingle = mode.layout === 'carousel' && mode.cardsInView === 1;
  const [carousel, setCarousel] = useState<CarouselHandle | null>(null);
  const fold = isSingle && !unfolded ? { open, onToggle: () => setOpen(!open) } : null;
  const slides = cards.map((card) => ({ key: card.id, content: renderCard(card, fold) }));
  return (
    <div className={layout.page} ref={column}>
      {renderAbove(mode.layout === 'carousel' ? (index) => carousel?.show(index) : null)}
      {mode.layout === 'carousel' ? (
        <Carousel
          key={term}
          ref={setCarousel}
          label={m.packages_list()}
          slides={slides}
          cardsInView={mode.cardsInView}
          peek={mode.peek}
        />
      ) : (
        <ul className={style.grid} data-columns={mode.columns} aria-label={m.packages_list()}>
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
