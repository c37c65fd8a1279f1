import { m } from '#messages/messages.js';
import type { CardField, CardFieldTexts, CardRefusal, PossibleCard } from '../payment-method.ts';

const labels: Record<CardField, () => string> = {
  number: () => m.payment_methods_number(),
  expirationDate: () => m.payment_methods_expiration(),
  cvv: () => m.payment_methods_code(),
};
const problems: Record<CardField, () => string> = {
  number: () => m.payment_methods_number_invalid(),
  expirationDate: () => m.payment_methods_expiration_invalid(),
  cvv: () => m.payment_methods_code_invalid(),
};

export function cardFieldLabel(field: CardField): string {
  return labels[field]();
}

export function cardFieldProblem(field: CardField): string {
  return problems[field]();
}

/** No placeholders: they disappear when they are needed. */
export function cardFieldTexts(): Record<CardField, CardFieldTexts> {
  const withLabel = (label: string) => ({ label, placeholder: null });
  return {
    number: withLabel(labels.number()),
    expirationDate: withLabel(m.payment_methods_expiration_name()),
    cvv: withLabel(labels.cvv()),
  };
}

/** How to enter the date, and where to find the security code, by brand if known. */
export function dateAndCodeHint(cards: readonly PossibleCard[]): string {
  return m.payment_methods_card_hint({ code: securityCodeHint(cards) });
}

function securityCodeHint(cards: readonly PossibleCard[]): string {
  const sizes = new Set(cards.map(({ code }) => code.size));
  if (sizes.size !== 1) return m.payment_methods_code_either_hint();
  return sizes.has(4) ? m.payment_methods_code_front_hint() : m.payment_methods_code_back_hint();
}

const refusals: Partial<Record<CardRefusal['code'], () => string>> = {
  HOSTED_FIELDS_FAILED_TOKENIZATION: () => m.payment_methods_card_refused(),
  HOSTED_FIELDS_TOKENIZATION_FAIL_ON_DUPLICATE: () => m.payment_methods_card_refused(),
  HOSTED_FIELDS_TOKENIZATION_CVV_VERIFICATION_FAILED: () => m.payment_methods_card_code_refused(),
  HOSTED_FIELDS_TOKENIZATION_NETWORK_ERROR: () => m.payment_methods_card_unreachable(),
  NOT_READY: () => m.payment_methods_card_unreachable(),
};

/** Why a card was not tokenised; null if the fields show it. */
export function cardRefusalText(refusal: CardRefusal): string | null {
  return refusals[refusal.code]?.() ?? null;
}
