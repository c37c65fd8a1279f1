import type { Clock } from '../clock.ts';
import type { Db } from '../db/pool.ts';
import type { AuthenticationRule } from '../gateways/payment/authentication.ts';
import {
  notAcceptedCauses,
  type PaymentGateway,
  type SaleOutcome,
  type SaleRequest,
  type Unknown,
} from '../gateways/payment/port.ts';
import { neverSent, type PaymentAttempt, type SettledOutcome } from './payment-attempt.ts';
import { recordRefusedSend, recordSend } from './payment-attempt-repository.ts';

/**
 * What the gateway needs in addition to the attempt. Stored in the attempt's purchase, so that another process can send
 * it again.
 */
export type Payer = Omit<SaleRequest, 'orderId' | 'amountCents' | 'source' | 'authentication' | 'cardsOnly'> & {
  /** Absent if no authentication is required. */
  authentication?: AuthenticationRule;
  /** Absent if wallets are offered. */
  cardsOnly?: boolean;
};
type SendOutcome = Exclude<SaleOutcome, { outcome: 'not_sent' }> | SettledOutcome;
export type SendDependencies = { db: Db; gateway: PaymentGateway; clock: Clock };

/**
 * Sends the charge to the gateway, outside any transaction, unless another process has. A total of zero needs no
 * gateway.
 */
export async function sendPayment(
  { db, gateway, clock }: SendDependencies,
  { attempt, payer }: { attempt: PaymentAttempt; payer: Payer },
): Promise<SendOutcome> {
  if (attempt.amountCents === 0) return { outcome: 'covered_by_codes', processedAt: clock.now().toISOString() };
  if (attempt.source === null) throw new Error('An attempt with an amount needs a payment source');
  if (!(await recordSend(db, { ...attempt, at: clock.now() }))) return { outcome: 'unknown', cause: 'in_flight' };
  const outcome = await gateway.sale({
    authentication: 'if_present',
    cardsOnly: false,
    ...payer,
    orderId: attempt.id,
    amountCents: attempt.amountCents,
    source: attempt.source,
  });
  if (outcome.outcome === 'unknown' && notAcceptedCauses.has(outcome.cause)) await recordRefusedSend(db, attempt.id);
  return outcome.outcome === 'not_sent' ? notSent({ attempt, cause: outcome.cause }) : outcome;
}

/** The payer may pay again at once, unless an earlier send may have become a sale. */
function notSent({ attempt, cause }: { attempt: PaymentAttempt; cause: Unknown['cause'] }): Unknown | SettledOutcome {
  return attempt.sends === 0 ? neverSent : { outcome: 'unknown', cause };
}

/** An outcome in its stored form; null while it is unknown. */
export function storedOutcome(outcome: SendOutcome): SettledOutcome | null {
  if (outcome.outcome === 'unknown') return null;
  if (outcome.outcome !== 'approved') return outcome;
  return {
    ...outcome,
    processedAt: outcome.processedAt instanceof Date ? outcome.processedAt.toISOString() : outcome.processedAt,
  };
}
