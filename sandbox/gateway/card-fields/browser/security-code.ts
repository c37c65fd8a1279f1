import { digitsOf, type Verdict } from './card-number.ts';
import type { CardType } from './card-types.ts';

const usualSizes = [3, 4];

/** The possible lengths of a code while the brand is one of these. */
function sizesOf(cards: readonly CardType[]): number[] {
  return cards.length === 0 ? usualSizes : [...new Set(cards.map(({ code }) => code.size))];
}

export function formatCode({ text, cards }: { text: string; cards: readonly CardType[] }): string {
  return digitsOf(text).slice(0, Math.max(...sizesOf(cards)));
}

export function judgeCode({ text, cards }: { text: string; cards: readonly CardType[] }): Verdict {
  const sizes = sizesOf(cards);
  return { isValid: sizes.includes(text.length), isPotentiallyValid: text.length <= Math.max(...sizes) };
}
