import { describe, expect, it } from 'vitest';
import { type CarouselQuestion, carouselMode } from './carousel-mode.ts';

const summary = (question: CarouselQuestion) => {
  const mode = carouselMode(question);
  return mode.layout === 'grid'
    ? `grid of ${mode.columns}`
    : `carousel of ${mode.cardsInView}${mode.peek ? ' and a peek' : ''}`;
};

/** The column of a page without a side navigation (`web/ui/tokens.css`). */
const columnIn = (windowWidth: number) =>
  Math.min(windowWidth, 1152) - 2 * Math.min(48, Math.max(16, windowWidth * 0.04));

const rows: [
  windowWidth: number,
  group: CarouselQuestion['pricingGroup'],
  invited: boolean,
  packages: number,
  expected: string,
][] = [
  [1280, 'P0', false, 3, 'grid of 3'],
  [900, 'P0', false, 3, 'grid of 2'],
  [899, 'P0', false, 3, 'carousel of 2 and a peek'],
  [1200, 'P1', false, 2, 'grid of 2'],
  [709, 'P1', false, 2, 'carousel of 2'],
  [1199, 'P2', false, 4, 'carousel of 3 and a peek'],
  [1200, 'P2', false, 4, 'grid of 2'],
  [1068, 'P3', false, 3, 'carousel of 2 and a peek'],
  [1069, 'P3', false, 3, 'carousel of 3'],
  [1199, 'P1', false, 2, 'carousel of 2'],
  [899, 'P1', true, 2, 'carousel of 2'],
  [1200, 'P3', false, 3, 'grid of 3'],
  [720, 'P0', false, 3, 'carousel of 2 and a peek'],
  [649, 'P0', false, 3, 'carousel of 1 and a peek'],
  [649, 'P1', false, 2, 'carousel of 1 and a peek'],
  [342, 'P0', false, 3, 'carousel of 1 and a peek'],
  [341, 'P0', false, 3, 'carousel of 1'],
  [400, 'P0', false, 1, 'carousel of 1'],
  [900, 'P0', false, 1, 'grid of 1'],
  [900, 'P1', true, 2, 'grid of 2'],
  [649, 'P1', true, 2, 'carousel of 1 and a peek'],
  [1030, 'P0', true, 3, 'grid of 2'],
  [1029, 'P0', true, 3, 'carousel of 2 and a peek'],
  [1350, 'P2', true, 4, 'grid of 2'],
  [1349, 'P2', true, 4, 'carousel of 3 and a peek'],
];

describe('the cards of a term', () => {
  it.each(rows)(
    'L11, 2.6-21: in a window of %d px in group %s (invited: %s, %d packages) show a %s',
    (windowWidth, pricingGroup, invited, packagesPerTerm, expected) => {
      expect(summary({ windowWidth, columnWidth: columnIn(windowWidth), pricingGroup, invited, packagesPerTerm })).toBe(
        expected,
      );
    },
  );

  it('are swiped beside a navigation that leaves room for one only', () => {
    expect(
      summary({ windowWidth: 910, columnWidth: 640, pricingGroup: 'P0', invited: false, packagesPerTerm: 3 }),
    ).toBe('carousel of 1 and a peek');
  });
});
