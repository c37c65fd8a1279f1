import type { Quote } from '#contract/api/prices.ts';
import { countryRow } from '#contract/fields/countries.ts';
import type { PaymentType } from '#contract/sign-up/payment-types.ts';
import type { Language } from '../db/schema.ts';
import { type Refusal, refuse, refuseFields } from '../refusal.ts';
import type { DeclineProblem } from './decline-texts.ts';
import { refusedOffer } from './offered-methods.ts';

type DisplayedPayment = {
  amountDisplayed: number;
  taxAmountDisplayed: number;
  taxId: string;
  paymentType: PaymentType | null;
  nonce: string | null;
};

type Amounts = Pick<DisplayedPayment, 'amountDisplayed' | 'taxAmountDisplayed' | 'taxId'>;

type AmountCheck = { payment: Amounts; current: Quote };

/**
 * Refuses any amount other than the displayed one, to the cent: nothing is charged, and the response contains the
 * current price.
 */
export function refusedAmount({ payment, current }: AmountCheck): Refusal<'QUOTE_CHANGED'> | null {
  const { totals, taxId } = current;
  const same =
    payment.taxId === taxId &&
    payment.amountDisplayed === totals.total &&
    payment.taxAmountDisplayed === totals.taxAmount;
  return same ? null : refuse('QUOTE_CHANGED', { extra: { quote: current } });
}

/** `country`: ISO code of the billing country. */
type BillingLocale = { country: string; language: Language };
type PriceCheck = BillingLocale & { payment: DisplayedPayment; current: Quote };
type PriceProblem = 'QUOTE_CHANGED' | 'VALIDATION' | DeclineProblem;

/**
 * Like `refusedAmount`; also refuses a payment without a method, or with one that is not offered. Null if it may be
 * charged.
 */
export function refusedPrice({ payment, current, ...locale }: PriceCheck): Refusal<PriceProblem> | null {
  const totalCents = current.totals.total;
  return refusedAmount({ payment, current }) ?? refusedMethod({ payment, totalCents, ...locale });
}

type MethodCheck = BillingLocale & { payment: Pick<DisplayedPayment, 'nonce' | 'paymentType'>; totalCents: number };

export function refusedMethod({
  payment: { nonce, paymentType },
  totalCents,
  ...locale
}: MethodCheck): Refusal<'VALIDATION' | DeclineProblem> | null {
  if (totalCents > 0 && (nonce === null || paymentType === null))
    return refuseFields({ field: 'payment.nonce', code: 'payment_method_needed' });
  return refusedOffer({ paymentType, ...locale });
}

type TermsCheck = { country: string; agreedToTerms: boolean };

/**
 * In the United States, submitting the payment accepts the terms, as the text beside the button says; elsewhere a
 * checkbox is required. Without a refusal the payer has consented, and the order records it.
 */
export function refusedTerms({ country, agreedToTerms }: TermsCheck): Refusal<'VALIDATION'> | null {
  return countryRow(country)?.agreesByPaying || agreedToTerms
    ? null
    : refuseFields({ field: 'agreedToTerms', code: 'terms_required' });
}
