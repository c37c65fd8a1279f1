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

type AmountCheck = { payment: Amounts; current: Quote };

/**
 * Refuses an amount other than the displayed one, to the cent: nothing is charged, and the answer holds the current
 * price.
 */
export function refusedAmount({ payment, current }: AmountCheck): Refusal<'QUOTE_CHANGED'> | null {
  const { totals, taxId } = current;
  const same =
    payment.taxId === taxId &&
    payment.amountDisplayed === totals.total &&
    payment.taxAmountDisplayed === totals.taxAmount;
  return same ? null : refuse('QUOTE_CHANGED', { extra: { quote: current } });
}

type PriceCheck = { payment: Displayed; current: Quote };

/** The same, and refuses a payment without a method. Null when it may be charged. */
export function refusedPrice({ payment, current }: PriceCheck): Refusal<'QUOTE_CHANGED' | 'VALIDATION'> | null {
  return refusedAmount({ payment, current }) ?? refusedMethod({ payment, totalCents: current.totals.total });
}

type MethodCheck = { payment: Pick<Displayed, 'nonce' | 'paymentType'>; totalCents: number };

export function refusedMethod({ payment, totalCents }: MethodCheck): Refusal<'VALIDATION'> | null {
  const missing = totalCents > 0 && (payment.nonce === null || payment.paymentType === null);
  return missing ? refuseFields({ field: 'payment.nonce', code: 'payment_method_needed' }) : null;
}

type TermsCheck = { country: string; agreedToTerms: boolean };

/**
 * In the United States submitting the payment accepts the terms, as the text beside the button says; elsewhere a
 * checkbox is required. Whoever is not refused has consented, which the
 * order's consent proves.
 */
export function refusedTerms({ country, agreedToTerms }: TermsCheck): Refusal<'VALIDATION'> | null {
  return countryRow(country)?.agreesByPaying || agreedToTerms
    ? null
    : refuseFields({ field: 'agreedToTerms', code: 'terms_required' });
}
