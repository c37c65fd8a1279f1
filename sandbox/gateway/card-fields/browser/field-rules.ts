import { digitsOf, formatNumber, judgeNumber, type Verdict } from './card-number.ts';
import type { CardType } from './card-types.ts';
import { formatExpiration, judgeExpiration, shortenExpiration } from './expiration-date.ts';
import type { FieldName } from './protocol.ts';
import { formatCode, judgeCode } from './security-code.ts';

/** What the rules of a field depend on, besides its text. */
export type RuleContext = { cards: readonly CardType[]; brands: readonly string[]; now: Date };

export type FieldRules = {
  autocomplete: 'cc-number' | 'cc-exp' | 'cc-csc';
  name: string;
  format: (text: string, context: RuleContext) => string;
  judge: (text: string, context: RuleContext) => Verdict;
  /** The text when the field is left. */
  settle: (text: string) => string;
};

const asTyped = (text: string) => text;

export const fieldRules: Record<FieldName, FieldRules> = {
  number: {
    autocomplete: 'cc-number',
    name: 'credit-card-number',
    format: (text) => formatNumber(text),
    judge: (text, { brands }) => judgeNumber({ text: digitsOf(text), brands }),
    settle: asTyped,
  },
  expirationDate: {
    autocomplete: 'cc-exp',
    name: 'expiration',
    format: (text) => formatExpiration(text),
    judge: (text, { now }) => judgeExpiration({ text, now }),
    settle: shortenExpiration,
  },
  cvv: {
    autocomplete: 'cc-csc',
    name: 'cvv',
    format: (text, { cards }) => formatCode({ text, cards }),
    judge: (text, { cards }) => judgeCode({ text, cards }),
    settle: asTyped,
  },
};
