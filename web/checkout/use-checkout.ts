import { useEffect, useEffectEvent, useState } from 'react';
import { countryRow } from '#contract/fields/countries.ts';
import type { Billing, BillingInput } from './billing/billing-schema.ts';
import type { CheckoutSubject } from './checkout.ts';
import { codeOutcome } from './codes/code-outcome.ts';
import type { CodesState } from './codes/SubscriptionCodes.tsx';
import { type Approvals, approvalsForTotal, noChoice, type PaymentChoice } from './payment-choice.ts';
import { furthestStep, type PaymentStep } from './payment-views.ts';
import { type QuoteState, useQuote } from './use-quote.ts';

export type Consent = { terms: boolean; marketing: boolean };

/** The state of the payment page (specification 3.2). In memory only: a reload begins with billing again. */
export type CheckoutState = {
  done: PaymentStep;
  billing: Billing | null;
  /** What can pay the current price. */
  choice: PaymentChoice;
  /** All approvals, whatever their total. */
  approvals: Approvals;
  codes: CodesState;
  /** The number of codes that the price applies. */
  countingCodes: number;
  payForCoparent: boolean;
  consent: Consent;
  quote: QuoteState;
  completeStep: (step: PaymentStep) => void;
  /** The new price is shown once it has loaded and `until` is settled. Never resolves if it leads away. */
  changeBilling: (billing: Billing, until: Promise<unknown>) => Promise<void>;
  changeChoice: (change: (choice: PaymentChoice) => PaymentChoice) => void;
  changeCodes: (change: (codes: CodesState) => CodesState) => void;
  changePayForCoparent: (value: boolean) => void;
  changeConsent: (consent: Consent) => void;
};

export function useCheckout(subject: CheckoutSubject): CheckoutState {
  const [done, setDone] = useState<PaymentStep>(0);
  const [billing, setBilling] = useState<Billing | null>(null);
  const [choice, changeChoice] = useState(noChoice);
  const [codes, changeCodes] = useState<CodesState>({
    enabled: subject.codes.length > 0,
    applied: subject.codes,
    typed: '',
  });
  const [payForCoparent, changePayForCoparent] = useState(false);
  const [consent, changeConsent] = useState<Consent>({ terms: false, marketing: false });
  const counting = codes.enabled ? codes.applied : [];
  // The country dialog explains a plan that is not sold in the billing country, and offers alternatives.
  const handleProblem: typeof subject.onProblem = (problem) =>
    problem.code !== 'PACKAGE_NOT_OFFERED' && subject.onProblem(problem);
  const quote = useQuote({
    price: subject.calls.price,
    onProblem: handleProblem,
    payForCoparent,
    paymentCodes: counting,
  });
  const { quote: knownQuote } = quote;
  const counted = counting.join('\n');
  const remember = useEffectEvent((list: readonly string[]) => subject.onCodes(list));
  useEffect(() => remember(counted === '' ? [] : counted.split('\n')), [counted]);
  return {
    done,
    billing,
    choice: { ...choice, wallets: approvalsForTotal(knownQuote?.totals.total ?? null, choice.wallets) },
    approvals: choice.wallets,
    codes,
    countingCodes: knownQuote ? counting.filter((code) => codeOutcome(knownQuote, code).kind === 'applied').length : 0,
    payForCoparent,
    consent,
    quote,
    completeStep: (step) => setDone((before) => furthestStep(before, step)),
    changeBilling: (next, until) => {
      setBilling(next);
      // The price depends on the stored address.
      return quote.refreshUntil(until);
    },
    changeChoice,
    changeCodes,
    changePayForCoparent,
    changeConsent,
  };
}

/** Whether consent needs a checkbox, because paying does not imply it (specification 4.5). */
export function isConsentRequired(billing: BillingInput | null): boolean {
  return billing !== null && !countryRow(billing.address.country)?.agreesByPaying;
}
