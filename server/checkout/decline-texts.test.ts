import { expect, test } from 'vitest';
import type { DeclineReason } from '../gateways/payment/port.ts';
import { declineOf } from './decline-texts.ts';

const reasons = [
  'insufficient_funds',
  'card_declined',
  'call_issuer',
  'expired_card',
  'card_number',
  'cvv',
  'address',
  'fraud',
  'duplicate',
  'application_incomplete',
  'paypal_declined',
  'venmo_declined',
  'wallet_card_declined',
  'verification_declined',
  'authentication_required',
  'processor_unavailable',
] as const satisfies DeclineReason[];

test.each([
  ['en', /nothing was charged|not charged twice/i],
  ['es', /no se le cobró (?:nada|dos veces)/i],
] as const)(
  'PAY6: each decline reason has its own text, which says that no money moved (%s)',
  (language, nothingCharged) => {
    const texts = reasons.map(
      (reason) => declineOf({ outcome: 'declined', reason } as Parameters<typeof declineOf>[0], language).text,
    );
    expect(new Set(texts).size).toBe(reasons.length);
    expect(texts.filter((text) => !nothingCharged.test(text))).toEqual([]);
  },
);
