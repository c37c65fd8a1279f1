import type { RefObject } from 'react';
import type { Quote } from '#contract/api/prices.ts';
import { m } from '#messages/messages.js';
import type { CardFieldsHandle } from '#web/payment-methods/card/CardFields.tsx';
import type { AuthenticationFailure } from '#web/payment-methods/three-d-secure/authentication.ts';
import { authenticationText } from '#web/payment-methods/three-d-secure/authentication-texts.ts';
import type { CheckoutSubject } from '../checkout.ts';
import { cardBilling } from '../methods/method-text.ts';
import {
  approvalsForTotal,
  approvedWallet,
  cardSpent,
  cardTokenized,
  isStale,
  type PaymentChoice,
  payingMethod,
} from '../payment-choice.ts';
import type { CheckoutState } from '../use-checkout.ts';
import { paymentBody } from './payment-body.ts';

type Options = {
  subject: CheckoutSubject;
  state: CheckoutState;
  card: RefObject<CardFieldsHandle | null>;
  quote: Quote;
  challenge: boolean;
};
type Prepared = { body: ReturnType<typeof paymentBody> } | { missing: string; methodNeeded: boolean };

/** The request for a price, or why nothing can be sent: `methodNeeded` where a payment method must be entered again. */
export async function preparePayment(payment: Options): Promise<Prepared> {
  const { subject, state, quote } = payment;
  const { choice, codes, payForCoparent, consent } = state;
  const { invited, person, order } = subject;
  const { total } = quote.totals;
  const usable = { ...choice, wallets: approvalsForTotal(total, choice.wallets) };
  const method = total === 0 ? null : payingMethod(usable);
  if (total > 0 && method === null)
    return missingMethod(approvedWallet(state.approvals) ? m.payment_wallet_other_total() : m.payment_missing_method());
  const ready = method === 'CREDIT_CARD' ? await withCard(payment) : { choice: usable };
  if ('code' in ready) return { missing: authenticationText(ready.code), methodNeeded: false };
  if (ready.choice === null) return missingMethod(m.payment_card_again());
  const paymentCodes = codes.enabled ? codes.applied : [];
  const chosen = { order, choice: ready.choice, method, person, codes: paymentCodes, payForCoparent, consent, invited };
  return { body: paymentBody({ quote, ...chosen }) };
}

const missingMethod = (missing: string) => ({ missing, methodNeeded: true });

/**
 * The tokenised card, tokenised again if its nonce was used or has expired (null if that fails), with its holder
 * authenticated for exactly the price that is sent.
 */
async function withCard(payment: Options): Promise<{ choice: PaymentChoice | null } | { code: AuthenticationFailure }> {
  const { card, state, subject, quote, challenge } = payment;
  const choice = await tokenized(payment);
  if (!choice?.card?.nonce) return { choice: null };
  const { nonce, bin } = choice.card;
  const billing = cardBilling(state.billing?.address);
  const authenticated = await card.current?.authenticate(
    { nonce, bin },
    {
      amountCents: quote.totals.total,
      email: subject.person.email,
      holder: subject.person,
      billing: async () => billing,
      challenge,
      isStored: true,
    },
  );
  if (!authenticated) return { choice: null };
  if (!authenticated.ok || authenticated.nonce !== nonce) state.changeChoice(cardSpent);
  if (!authenticated.ok) return { code: authenticated.code };
  return { choice: { ...choice, card: { ...choice.card, nonce: authenticated.nonce } } };
}

async function tokenized({ card, state, subject, challenge }: Options): Promise<PaymentChoice | null> {
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
