import type { RefObject } from 'react';
import { m } from '#messages/messages.js';
import { trackSubmit } from '#web/analytics/track.ts';
import type { Quote } from '#contract/api/prices.ts';
import type { AuthenticationFailure } from '#web/payment-methods/three-d-secure/authentication.ts';
import { authenticationText } from '#web/payment-methods/three-d-secure/authentication-texts.ts';
import type { CardFieldsHandle } from '#web/payment-methods/card/CardFields.tsx';
import type { CheckoutSubject } from '../checkout.ts';
import { cardBilling } from '../methods/method-text.ts';
import {
  approvedWallet,
  cardSpent,
  cardTokenized,
  approvalsForTotal,
  isStale,
  type PaymentChoice,
  payingMethod,
  nonceSpent,
} from '../payment-choice.ts';
import type { PaymentView } from '../payment-views.ts';
import type { CheckoutState } from '../use-checkout.ts';
import { needsMethod } from './pay-outcome.ts';
import { paymentBody } from './payment-body.ts';
import { useSubmitPayment } from './use-submit-payment.ts';

type Options = {
  subject: CheckoutSubject;
  state: CheckoutState;
  card: RefObject<CardFieldsHandle | null>;
  openView: (view: PaymentView) => void;
};

/** The payment of a sign-up or of an invited parent. */
export function useCheckoutPayment({ subject, state, card, openView }: Options) {
  const { choice, codes, payForCoparent, consent } = state;
  const { invited, person, order } = subject;
  const requireNewMethod = () => {
    state.changeChoice(nonceSpent);
    openView('PAYMENT');
  };
  const missingMethod = (missing: string) => {
    requireNewMethod();
    return { missing };
  };
  return useSubmitPayment({
    subjectId: subject.subjectId,
    calls: subject.calls,
    price: {
      before: state.quote.quote?.totals.totalFormatted,
      discounted: Boolean(state.quote.quote?.couponDetail),
      replace: state.quote.replace,
    },
    prepare: async (changed, { challenge }) => {
      const quote = changed ?? (state.quote.loading ? null : state.quote.quote);
      if (!quote) return null;
      const { total } = quote.totals;
      const usable = { ...choice, wallets: approvalsForTotal(total, choice.wallets) };
      const method = total === 0 ? null : payingMethod(usable);
      if (total > 0 && method === null)
        return missingMethod(
          approvedWallet(state.approvals) ? m.payment_wallet_other_total() : m.payment_missing_method(),
        );
      const isCard = method === 'CREDIT_CARD';
      const ready = isCard ? await withCard({ card, state, subject, quote, challenge }) : { choice: usable };
      if ('code' in ready) return { missing: authenticationText(ready.code) };
      if (ready.choice === null) return missingMethod(m.payment_card_again());
      const paymentCodes = codes.enabled ? codes.applied : [];
      const chosen = {
        order,
        choice: ready.choice,
        method,
        person,
        codes: paymentCodes,
        payForCoparent,
        consent,
        invited,
      };
      return { body: paymentBody({ quote, ...chosen }) };
    },
    onOutcome: (outcome) => {
      if (needsMethod(outcome)) requireNewMethod();
      if (outcome.kind === 'authenticate') state.changeChoice(cardSpent);
    },
    onPaid: (paid) => {
      trackSubmit('Review', { invited });
      subject.onPaid(paid);
    },
    notReceived: () => (invited ? m.payment_invited_failed() : m.payment_not_received()),
    onLeave: subject.onProblem,
  });
}

type CardPayment = Omit<Options, 'openView'> & { quote: Quote; challenge: boolean };

/**
 * The tokenised card, tokenised again if its nonce was used or has expired (null if that fails), with its holder
 * authenticated for exactly the price that is sent.
 */
async function withCard(
  payment: CardPayment,
): Promise<{ choice: PaymentChoice | null } | { code: AuthenticationFailure }> {
  const { card, state, subject, quote, challenge } = payment;
  const choice = await tokenized(payment);
  if (!choice?.card?.nonce) return { choice: null };
  const { nonce, bin } = choice.card;
  const billing = cardBilling(state.billing?.address);
  const authenticated = await card.current?.authenticate(
    { nonce, bin },
    { amountCents: quote.totals.total, email: subject.person.email, billing: async () => billing, challenge },
  );
  if (!authenticated) return { choice: null };
  if (!authenticated.ok || authenticated.nonce !== nonce) state.changeChoice(cardSpent);
  if (!authenticated.ok) return { code: authenticated.code };
  return { choice: { ...choice, card: { ...choice.card, nonce: authenticated.nonce } } };
}

async function tokenized({ card, state, subject, challenge }: CardPayment): Promise<PaymentChoice | null> {
  const { choice } = state;
  if (!challenge && choice.card && !isStale(choice.card, Date.now())) return choice;
  const { firstName, lastName } = subject.person;
  const outcome = await card.current?.tokenize({
    cardholderName: `${firstName} ${lastName}`,
    billing: cardBilling(state.billing?.address),
  });
  if (!outcome?.ok) return null;
  const change = cardTokenized(outcome, Date.now());
  state.changeChoice(change);
  return change(choice);
}
