import { m } from '#messages/messages.js';
import type { Language } from '../db/schema.ts';
import type { DeclineReason } from '../gateways/payment/port.ts';
import { isUnsettled, type PaymentAttempt, type StoredOutcome } from '../payments/payment-attempt.ts';
import { type Refusal, refuse } from '../refusal.ts';

/** Why a payment was declined, and what to do next. Each text states that nothing was charged. */
const declines = {
  insufficient_funds: m.decline_insufficient_funds,
  card_declined: m.decline_card_declined,
  call_issuer: m.decline_call_issuer,
  expired_card: m.decline_expired_card,
  card_number: m.decline_card_number,
  cvv: m.decline_cvv,
  address: m.decline_address,
  fraud: m.decline_fraud,
  duplicate: m.decline_duplicate,
  application_incomplete: m.decline_application_incomplete,
  paypal_declined: m.decline_paypal_declined,
  venmo_declined: m.decline_venmo_declined,
  wallet_card_declined: m.decline_wallet_card_declined,
  verification_declined: m.decline_verification_declined,
  authentication_required: m.decline_authentication_required,
  processor_unavailable: m.decline_processor_unavailable,
} as const satisfies Record<DeclineReason, unknown>;

const rejections = {
  one_time_account: m.decline_one_time_account,
  not_offered: m.decline_not_offered,
  switched_off: m.decline_switched_off,
  not_charged: m.decline_not_charged,
  number: m.decline_card_number,
  expirationDate: m.decline_expired_card,
  cvv: m.decline_cvv,
  billing: m.decline_address,
} as const;

export type DeclineProblem = 'PAYMENT_DECLINED' | 'PAYMENT_METHOD_REJECTED' | 'AUTHENTICATION_REQUIRED';
type DeclineText = { problem: DeclineProblem; code: string; text: string };

/** Problem code, decline reason and text of an outcome that moved no money. */
export function declineOf(outcome: StoredOutcome | null, language: Language): DeclineText {
  const locale = { locale: language };
  const field = outcome?.outcome === 'rejected' ? outcome.errors[0]?.field : undefined;
  if (field === 'authentication' || (outcome?.outcome === 'declined' && outcome.reason === 'authentication_required'))
    return {
      problem: 'AUTHENTICATION_REQUIRED',
      code: 'authentication_required',
      text: declines.authentication_required({}, locale),
    };
  if (outcome?.outcome === 'declined')
    return { problem: 'PAYMENT_DECLINED', code: outcome.reason, text: declines[outcome.reason]({}, locale) };
  const text =
    field && Object.hasOwn(rejections, field) ? rejections[field as keyof typeof rejections] : m.decline_enter_again;
  return { problem: 'PAYMENT_METHOD_REJECTED', code: field ?? 'payment_method', text: text({}, locale) };
}

/** The same as a refusal, for the response to the payer. */
export function refusedDecline(outcome: StoredOutcome | null, language: Language): Refusal<DeclineProblem> {
  const { problem, code, text } = declineOf(outcome, language);
  return refuse(problem, { extra: { message: text, validationErrors: [{ field: 'payment', text, code }] } });
}

type Unpaid = { outcome: 'CONFIRMING'; paymentId: string } | { outcome: 'DECLINED'; code: string; text: string };

/** The response for an attempt that is in doubt or was declined; null once it is approved. */
export function unpaidOutcome({ id, state, outcome }: PaymentAttempt, language: Language): Unpaid | null {
  if (isUnsettled(state)) return { outcome: 'CONFIRMING', paymentId: id };
  if (state === 'APPROVED') return null;
  const { code, text } = declineOf(outcome, language);
  return { outcome: 'DECLINED', code, text };
}
