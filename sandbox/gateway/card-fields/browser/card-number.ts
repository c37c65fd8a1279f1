import { type CardType, possibleCards } from './card-types.ts';

export type Verdict = { isValid: boolean; isPotentiallyValid: boolean };

const plainGaps = [4, 8, 12];
const longest = 19;

export function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}

/** Digits grouped as on the card. Digits beyond the brand's maximum length are dropped. */
export function formatNumber(text: string): string {
  const all = digitsOf(text);
  const cards = possibleCards(all);
  const known = cards.length === 1 ? cards[0] : undefined;
  const digits = all.slice(0, known ? Math.max(...known.lengths) : longest);
  const gaps = known?.gaps ?? plainGaps;
  const cuts = [0, ...gaps.filter((gap) => gap < digits.length), digits.length];
  return cuts
    .slice(1)
    .map((end, index) => digits.slice(cuts[index], end))
    .join(' ');
}

/** `brands` are the types that the merchant accepts. */
export function judgeNumber({ text, brands }: { text: string; brands: readonly string[] }): Verdict {
  const digits = digitsOf(text);
  const cards = possibleCards(digits).filter(({ type }) => brands.includes(type));
  if (cards.length === 0) return { isValid: false, isPotentiallyValid: false };
  const isValid =
    cards.length === 1 && cards.some(({ lengths }) => lengths.includes(digits.length)) && passesLuhn(digits);
  return { isValid, isPotentiallyValid: isValid || mayGrow({ digits, cards }) };
}

function mayGrow({ digits, cards }: { digits: string; cards: readonly CardType[] }): boolean {
  return cards.some(({ lengths }) => digits.length < Math.max(...lengths));
}

export function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, character, index) => {
    const digit = Number(character) * (index % 2 === 1 ? 2 : 1);
    return total + (digit > 9 ? digit - 9 : digit);
  }, 0);
  return sum % 10 === 0;
}
