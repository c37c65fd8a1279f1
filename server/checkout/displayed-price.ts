import { countryRow } from '#contract/countries.ts';
import type { Quote } from '#contract/api/prices.ts';
import { type Refusal, refuse, refuseFields } from '../refusal.ts';

type Displayed = {
  amountDisplayed: number;
  taxAmountDisplayed: number;
  taxId: string;
  paymentType: string | null;
  nonce: string | null;
};

type Amounts = Pick<Displayed, 'amountDisplayed' | 'taxAmountDisplayed' | 'taxId'>;

/**
 * Charges only what the screen showed, to the cent. Anything else charges nothing and answers with the price that
 * holds.
 */
export function refusedAmount({ payment, current }: { payment: Amounts; current: Quote }): Refusal | null {
  const { totals, taxId } = current;
  const same =
    payment.taxId === taxId &&
    payment.amountDisplayed === totals.total &&
    payment.taxAmountDisplayed === totals.taxAmount;
  return same ? null : refuse('QUOTE_CHANGED', { extra: { quote: current } });
}

/** The same, and only by a method that was given. Null when it may be charged. */
export function refusedPrice({ payment, current }: { payment: Displayed; current: Quote }): Refusal | null {
  return refusedAmount({ payment, current }) ?? refusedMethod({ payment, totalCents: current.totals.total });
}

export function refusedMethod({
  payment,
  totalCents,
}: {
  payment: Pick<Displayed, 'nonce' | 'paymentType'>;
  totalCents: number;
}): Refusal | null {
  const missing = totalCents > 0 && (payment.nonce === null || payment.paymentType === null);
  return missing ? refuseFields({ field: 'payment.nonce', code: 'payment_method_needed' }) : null;
}

/**
 * Outside the United States the terms are agreed to by a box of their own; there by pressing Pay, beside which it says
 * so. Whoever is not refused has agreed, and the proof says it.
 */
export function refusedTerms({ country, agreedToTerms }: { country: string; agreedToTerms: boolean }): Refusal | null {
  return countryRow(country)?.agreesByPaying || agreedToTerms
    ? null
    : refuseFields({ field: 'agreedToTerms', code: 'terms_required' });
}
