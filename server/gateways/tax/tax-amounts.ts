import { divideRounded } from '#contract/fields/money.ts';

/** Rates are integer hundred-thousandths of the whole. */
export const wholeRate = 100_000;

type TaxableAmount = { amountCents: number; rate: number; taxablePercent: number };

/** Tax on a net amount in cents: each line is rounded half up separately, in integers. */
export function taxOn({ amountCents, rate, taxablePercent }: TaxableAmount): number {
  return roundedShare({ cents: amountCents, numerator: rate * taxablePercent, denominator: wholeRate * 100 });
}

/** Tax included in a gross price in cents, rounded half up: the rest is the net price. */
export function taxInside({ grossCents, rate }: { grossCents: number; rate: number }): number {
  return roundedShare({ cents: grossCents, numerator: rate, denominator: wholeRate + rate });
}

type Share = { cents: number; numerator: number; denominator: number };

function roundedShare({ cents, numerator, denominator }: Share): number {
  if (!Number.isSafeInteger(cents) || cents < 0) throw new RangeError('Tax is computed on whole cents, not negative');
  if (!Number.isSafeInteger(cents * numerator)) throw new RangeError('Amount too large to tax in integers');
  return divideRounded(cents * numerator, denominator);
}
