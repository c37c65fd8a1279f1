import { type ReactNode, useState } from 'react';
import type { PricingGroup } from '#contract/api/packages.ts';
import { m } from '#messages/messages.js';
import { classNames } from '#web/ui/class-names.ts';
import layout from '#web/ui/layout.module.css';
import { Carousel, type CarouselHandle } from './Carousel.tsx';
import { type CarouselMode, carouselMode } from './carousel-mode.ts';
import style from './packages.module.css';
import { useWidths } from './use-widths.ts';

/**
 * If one card is visible at a time, the details of all collapse and expand together, for comparing. Null: always
 * expanded.
 */
export type Fold = { open: boolean; onToggle: () => void };

/** Scrolls to a card. */
export type ShowCard = (index: number) => void;

type Props<Card> = {
  cards: readonly Card[];
  pricingGroup: PricingGroup;
  invited: boolean;
  /** Another term starts with its first card. */
  term?: number;
  /** The card that a carousel shows first. */
  startAt?: number;
  /** Whatever is above links to each card, so the carousel's own buttons are for keyboards and screen readers. */
  paged?: boolean;
  /**
   * Rendered above the cards. Gets the function that scrolls to a card (null if all are visible), and the first visible
   * card.
   */
  renderAbove: (show: ShowCard | null, shown: number) => ReactNode;
  /** The details never collapse. */
  unfolded?: boolean;
  renderCard: (card: Card, fold: Fold | null) => ReactNode;
  /** Below the cards, or beside two of them in a wide window. */
  children?: ReactNode;
};

/** The cards of one term: side by side if they fit, else in a carousel (specification 2.6). */
export function PackageCards<Card extends { id: number }>({
  cards,
  pricingGroup,
  invited,
  term,
  startAt = 0,
  paged = false,
  renderAbove,
  unfolded = false,
  renderCard,
  children,
}: Props<Card>) {
  const [column, widths] = useWidths<HTMLDivElement>();
  const mode: CarouselMode =
    widths === null
      ? { layout: 'grid', columns: 1 }
      : carouselMode({ ...widths, pricingGroup, invited, packagesPerTerm: cards.length });
  const [open, setOpen] = useState(false);
  const isSingle = mode.layout === 'carousel' && mode.cardsInView === 1;
  const [carousel, setCarousel] = useState<CarouselHandle | null>(null);
  const [shown, setShown] = useState(startAt);
  const fold = isSingle && !unfolded ? { open, onToggle: () => setOpen(!open) } : null;
  const slides = cards.map((card) => ({ key: card.id, content: renderCard(card, fold) }));
  return (
    <div className={layout.page} ref={column}>
      {renderAbove(mode.layout === 'carousel' ? (index) => carousel?.show(index) : null, shown)}
      <div
        className={classNames(
          layout.page,
          mode.layout === 'grid' && cards.length === 2 && Boolean(children) && style.two,
        )}
      >
        {mode.layout === 'carousel' ? (
          <Carousel
            key={term}
            ref={setCarousel}
            label={m.packages_list()}
            slides={slides}
            cardsInView={mode.cardsInView}
            peek={mode.peek}
            startAt={startAt}
            paged={paged}
            onShown={setShown}
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
        {children}
      </div>
    </div>
  );
}
