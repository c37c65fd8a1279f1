import type { PricingGroup } from '#contract/api/packages.ts';

export type CarouselQuestion = {
  /** CSS pixels. */
  windowWidth: number;
  /** CSS pixels of the page's column, in which the cards stand. */
  columnWidth: number;
  pricingGroup: PricingGroup;
  invited: boolean;
  packagesPerTerm: number;
};

export type CarouselMode =
  /** All cards, in as many rows as they need. */
  | { layout: 'grid'; columns: number }
  /** `peek`: the edge of the next card shows that there is more. */
  | { layout: 'carousel'; cardsInView: number; peek: boolean };

/** Pixels (specification 2.6, 9). */
export const slideSpacing = 10;
const minCardWidth = 321;
const oneCardBelow = 310;

/** An invited parent's switch depends on how many cards a term has. */
const invitedSwitch: readonly { upTo: number; below: number }[] = [
  { upTo: 2, below: 900 },
  { upTo: 3, below: 1030 },
  { upTo: Number.POSITIVE_INFINITY, below: 1350 },
];

function switchBelow({ pricingGroup, invited, packagesPerTerm }: CarouselQuestion): number {
  if (invited) return invitedSwitch.find(({ upTo }) => packagesPerTerm <= upTo)?.below ?? 0;
  return pricingGroup === 'P0' ? 900 : 1200;
}

/**
 * How the cards of a term are laid out. The switch is a width of the window; no card is narrower than the least width,
 * so a wide window with a narrow column has two columns or the carousel. Cards that all fit side by side have nothing
 * to swipe.
 */
export function carouselMode(question: CarouselQuestion): CarouselMode {
  const { windowWidth, columnWidth, packagesPerTerm } = question;
  const fitting = Math.max(1, Math.floor((columnWidth + slideSpacing) / (minCardWidth + slideSpacing)));
  const allFit = packagesPerTerm <= fitting;
  if (fitting > 1 && (allFit || windowWidth >= switchBelow(question)))
    return { layout: 'grid', columns: evenRows(packagesPerTerm, fitting) };
  return { layout: 'carousel', cardsInView: fitting, peek: !allFit && columnWidth >= oneCardBelow };
}

/** Four cards make two rows of two rather than three and one. */
const evenRows = (cards: number, columns: number) => Math.ceil(cards / Math.ceil(cards / columns));
