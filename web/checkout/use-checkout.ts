import { countryRow } from '#contract/countries.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Billing, BillingInput } from './billing/billing-form.ts';
import type { CheckoutSubject } from './checkout.ts';
import { codeOutcome } from './codes/code-outcome.ts';
import type { CodesState } from './codes/SubscriptionCodes.tsx';
import { type Approvals, goodFor, noChoice, type PaymentChoice } from './payment-choice.ts';
import { furthestStep, type PaymentStep } from './payment-views.ts';
import { type QuoteState, useQuote } from './use-quote.ts';

export type Consent = { terms: boolean; marketing: boolean };

/** Everything the payment page knows (specification 3.2). In memory alone: a reload begins with billing again. */
export type CheckoutState = {
  done: PaymentStep;
  billing: Billing | null;
  /** What can pay the price as it is known now. */
  choice: PaymentChoice;
  /** What was approved, for whatever total. */
  approvals: Approvals;
  codes: CodesState;
  /** Codes that the price counts. */
  countingCodes: number;
  payForCoparent: boolean;
  consent: Consent;
  quote: QuoteState;
  reach: (step: PaymentStep) => void;
  changeBilling: (billing: Billing) => void;
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
    wanted: subject.codes.length > 0,
    applied: subject.codes,
    typed: '',
  });
  const [payForCoparent, changePayForCoparent] = useState(false);
  const [consent, changeConsent] = useState<Consent>({ terms: false, marketing: false });
  const counting = codes.wanted ? codes.applied : [];
  // Of a plan that does not go with the bill the dialog about the country says more, and offers what does.
  const leaves: typeof subject.onProblem = (problem) =>
    problem.code !== 'PACKAGE_NOT_OFFERED' && subject.onProblem(problem);
  const quote = useQuote({ price: subject.calls.price, onProblem: leaves, payForCoparent, paymentCodes: counting });
  const { quote: known } = quote;
  const counted = counting.join('\n');
  const remember = useEffectEvent((list: readonly string[]) => subject.onCodes(list));
  useEffect(() => remember(counted === '' ? [] : counted.split('\n')), [counted]);
  return {
    done,
    billing,
    choice: { ...choice, wallets: goodFor(known?.totals.total ?? null, choice.wallets) },
    approvals: choice.wallets,
    codes,
    countingCodes: known ? counting.filter((code) => codeOutcome(known, code).kind === 'applied').length : 0,
    payForCoparent,
    consent,
    quote,
    reach: (step) => setDone((before) => furthestStep(before, step)),
    changeBilling: (next) => {
      setBilling(next);
      // The price depends on the address, and the server prices by the one it has saved.
      quote.refresh();
    },
    changeChoice,
    changeCodes,
    changePayForCoparent,
    changeConsent,
  };
}

/** Consent is asked for by a box where pressing Pay does not give it (specification 4.5). */
export function isConsentRequired(billing: BillingInput | null): boolean {
  return billing !== null && !countryRow(billing.address.country)?.agreesByPaying;
}
