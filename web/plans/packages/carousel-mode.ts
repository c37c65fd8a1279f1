import type { PricingGroup } from '#contract/api/packages.ts';

export type CarouselQuestion = {
  /** CSS pixels. */
  windowWidth: number;
  /** Width of the cards' column in CSS pixels. */
  columnWidth: number;
  pricingGroup: PricingGroup;
  invited: boolean;
  packagesPerTerm: number;
};

export type CarouselMode =
  /** All cards, in as many rows as needed. */
  | { layout: 'grid'; columns: number }
  /** `peek`: the edge of the next card is visible. */
  | { layout: 'carousel'; cardsInView: number; peek: boolean };

/** Pixels (specification 2.6, 9). */
export const slideSpacing = 10;
const minCardWidth = 321;
const oneCardBelow = 310;

/** For invited parents the breakpoint depends on the number of cards. */
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
 * The layout of a term's cards. The breakpoint is a window width (specification 2.6), even where all cards would fit
 * side by side below it; no card is narrower than the minimum, so a wide window with a narrow column has two columns or
 * the carousel.
 */
export function carouselMode(question: CarouselQuestion): CarouselMode {
  const { windowWidth, columnWidth, packagesPerTerm } = question;
  const fittingCards = Math.max(1, Math.floor((columnWidth + slideSpacing) / (minCardWidth + slideSpacing)));
  const allFit = packagesPerTerm <= fittingCards;
  if (fittingCards > 1 && windowWidth >= switchBelow(question))
    return { layout: 'grid', columns: evenRows(packagesPerTerm, fittingCards) };
  return {
    layout: 'carousel',
    cardsInView: Math.min(fittingCards, packagesPerTerm),
    peek: !allFit && columnWidth >= oneCardBelow,
  };
}

/** Four cards make two rows of two instead of three and one. */
const evenRows = (cards: number, columns: number) => Math.ceil(cards / Math.ceil(cards / columns));
