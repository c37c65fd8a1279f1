import type { PricingGroup } from '#contract/api/packages.ts';

export type CarouselQuestion = { containerWidth: number; pricingGroup: PricingGroup; invited: boolean; packagesPerTerm: number };

export type CarouselMode =
  | { layout: 'grid' }
  /** `peek`: the edge of the next card shows that there is more. */
  | { layout: 'carousel'; cardsInView: number; peek: boolean };

/** Pixels (specification 2.6, 9). */
export const slideSpacing = 10;
const cardWidth = 320;
const singleCardBelow = 650;
const oneCardBelow = 310;

/** Invited parents see fewer words beside the cards: the switch depends on how many cards a term has. */
const invitedSwitch: readonly { upTo: number; below: number }[] = [
  { upTo: 2, below: 900 },
  { upTo: 3, below: 1030 },
  { upTo: Number.POSITIVE_INFINITY, below: 1350 },
];

function switchBelow({ pricingGroup, invited, packagesPerTerm }: Omit<CarouselQuestion, 'containerWidth'>): number {
  if (invited) return invitedSwitch.find(({ upTo }) => packagesPerTerm <= upTo)?.below ?? 0;
  return pricingGroup === 'P0' ? 900 : 1200;
}

/** How the cards of a term are laid out in a container of this many CSS pixels. */
export function carouselMode(question: CarouselQuestion): CarouselMode {
  const { containerWidth, packagesPerTerm } = question;
  if (containerWidth >= switchBelow(question)) return { layout: 'grid' };
  if (containerWidth < singleCardBelow)
    return { layout: 'carousel', cardsInView: 1, peek: containerWidth >= oneCardBelow && packagesPerTerm > 1 };
  const fitting = Math.floor((containerWidth + slideSpacing) / (cardWidth + slideSpacing));
  return { layout: 'carousel', cardsInView: Math.max(1, Math.min(fitting, packagesPerTerm)), peek: false };
}
