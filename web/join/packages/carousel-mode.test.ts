import { describe, expect, it } from 'vitest';
import { type CarouselQuestion, carouselMode } from './carousel-mode.ts';

const summary = (question: CarouselQuestion) => {
  const mode = carouselMode(question);
  return mode.layout === 'grid' ? 'grid' : `${mode.cardsInView}${mode.peek ? ' and a peek' : ''}`;
};

const rows: [width: number, group: CarouselQuestion['pricingGroup'], invited: boolean, packages: number, expected: string][] = [
  [900, 'P0', false, 3, 'grid'],
  [899.9, 'P0', false, 3, '2'],
  [1200, 'P1', false, 2, 'grid'],
  [1199, 'P1', false, 2, '2'],
  [1199, 'P2', false, 4, '3'],
  [1200, 'P2', false, 4, 'grid'],
  [1199, 'P3', false, 3, '3'],
  [1200, 'P3', false, 3, 'grid'],
  [650, 'P0', false, 3, '2'],
  [649, 'P0', false, 3, '1 and a peek'],
  [310, 'P0', false, 3, '1 and a peek'],
  [309, 'P0', false, 3, '1'],
  [400, 'P0', false, 1, '1'],
  [900, 'P1', true, 1, 'grid'],
  [900, 'P1', true, 2, 'grid'],
  [899, 'P1', true, 2, '2'],
  [1030, 'P0', true, 3, 'grid'],
  [1029, 'P0', true, 3, '3'],
  [1350, 'P2', true, 4, 'grid'],
  [1349, 'P2', true, 4, '4'],
  [1300, 'P2', true, 4, '3'],
  [649, 'P2', true, 4, '1 and a peek'],
];

describe('the cards of a term', () => {
  it.each(rows)(
    'at %d px in group %s (invited: %s, %d packages) show %s',
    (containerWidth, pricingGroup, invited, packagesPerTerm, expected) => {
      expect(summary({ containerWidth, pricingGroup, invited, packagesPerTerm })).toBe(expected);
    },
  );
});
