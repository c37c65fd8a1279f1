import type { GatewayContext, GatewayRequest, Refused } from '../gateway-context.ts';
import { newId } from '../identifiers.ts';
import { consumeNonce, readNonce } from '../nonces.ts';
import { section, text } from '../params.ts';
import { checkInstrument, judgeVerification } from '../processor.ts';
import type { Card, ThreeDSecureInfo, VerificationRecord } from '../records.ts';
import { validationError } from '../validation-errors.ts';
import { isPast, readCard } from './cards.ts';

type Verification = { context: GatewayContext; card: Card; amountCents: number; threeDSecure: ThreeDSecureInfo | null };

/** Asks the issuer whether a card is valid, without charging it. `amountCents` 0 or a trigger amount. */
export function verify({ context, card, amountCents, threeDSecure }: Verification): VerificationRecord {
  const checks = checkInstrument({ instrument: card, billing: card.billing });
  const verification: VerificationRecord = {
    id: newId(8),
    instrument: card,
    verdict: judgeVerification({
      card,
      amountCents,
      checks,
      threeDSecure,
      isExpired: isPast(card, context.clock.now()),
    }),
    checks,
    threeDSecure,
    amountCents,
    createdAt: context.clock.now().toISOString(),
  };
  context.store.verifications.put(verification.id, verification);
  return verification;
}

/** `'2000.00'` → 200000; otherwise a verification without an amount. */
export function verificationAmount(requested: string | null): number {
  return requested !== null && /^\d+\.\d{2}$/.test(requested) ? Number(requested.replace('.', '')) : 0;
}

/** The card of a verification call: by nonce, which is used up, or in full. */
export function verifyRequest({
  context,
  params,
}: GatewayRequest): { card: Card; amountCents: number; threeDSecure: ThreeDSecureInfo | null } | Refused {
  const amountCents = verificationAmount(text(section(params, 'options'), 'amount'));
  const nonce = text(params, 'payment_method_nonce');
  if (nonce === null) {
    const read = readCard({ context, params: section(params, 'credit_card'), path: 'verification.credit_card' });
    return 'errors' in read ? read : { card: read.card, amountCents, threeDSecure: null };
  }
  const read = readNonce({ ...context, nonce });
  if (read.state === 'consumed') return refused('91564');
  if (read.state === 'unknown' || read.instrument.kind !== 'credit_card') return refused('91565');
  consumeNonce({ store: context.store, nonce });
  return { card: read.instrument, amountCents, threeDSecure: read.threeDSecure };
}

function refused(code: string): Refused {
  return { errors: [validationError('verification', 'payment_method_nonce', code)] };
}
