/**
 * The card brands that the fields know. `gaps` are the positions after which a space is shown, `code` is the security
 * code.
 */
export type CardType = {
  type: 'visa' | 'master-card' | 'discover' | 'american-express';
  niceType: 'Visa' | 'MasterCard' | 'Discover' | 'American Express';
  lengths: readonly number[];
  gaps: readonly number[];
  code: { name: 'CVV' | 'CVC' | 'CID'; size: 3 | 4 };
};

type Range = readonly [from: string, to: string];

const visa: CardType = {
  type: 'visa',
  niceType: 'Visa',
  lengths: [16, 18, 19],
  gaps: [4, 8, 12],
  code: { name: 'CVV', size: 3 },
};
const masterCard: CardType = {
  type: 'master-card',
  niceType: 'MasterCard',
  lengths: [16],
  gaps: [4, 8, 12],
  code: { name: 'CVC', size: 3 },
};
const discover: CardType = {
  type: 'discover',
  niceType: 'Discover',
  lengths: [16, 19],
  gaps: [4, 8, 12],
  code: { name: 'CID', size: 3 },
};
const amex: CardType = {
  type: 'american-express',
  niceType: 'American Express',
  lengths: [15],
  gaps: [4, 10],
  code: { name: 'CID', size: 4 },
};

/** First digits of each brand, from the networks' published ranges. Both ends of a range have the same length. */
const ranges: readonly { card: CardType; prefixes: readonly Range[] }[] = [
  { card: visa, prefixes: [['4', '4']] },
  {
    card: masterCard,
    prefixes: [
      ['51', '55'],
      ['2221', '2720'],
    ],
  },
  {
    card: discover,
    prefixes: [
      ['6011', '6011'],
      ['644', '649'],
      ['65', '65'],
    ],
  },
  {
    card: amex,
    prefixes: [
      ['34', '34'],
      ['37', '37'],
    ],
  },
];

/**
 * The brands that a number with these first digits may still become: one once it is determined, none if it never can
 * be.
 */
export function possibleCards(digits: string): CardType[] {
  return ranges.filter(({ prefixes }) => prefixes.some((range) => mayStart(digits, range))).map(({ card }) => card);
}

function mayStart(digits: string, [from, to]: Range): boolean {
  const shared = Math.min(digits.length, from.length);
  const start = digits.slice(0, shared);
  return start >= from.slice(0, shared) && start <= to.slice(0, shared);
}
