import type { GatewayContext } from '../gateway-context.ts';
import { consumeNonce, issueNonce, readNonce } from '../nonces.ts';
import type { NonceRecord } from '../records.ts';
import { infoOf, refusedChallenge, results } from './results.ts';

/** `answer`: a nonce that carries the result. The original one is used up. */
export type Authenticated = { answer: NonceRecord } | { unknown: true };

/** Asks the bank about a card's nonce. A card without a published case is challenged if requested. */
export function lookUp({
  context,
  nonce,
  amountCents,
  challengeRequested,
}: {
  context: GatewayContext;
  nonce: string;
  amountCents: number;
  challengeRequested: boolean;
}): Authenticated {
  const read = readNonce({ ...context, nonce });
  if (read.state !== 'usable' || read.instrument.kind !== 'credit_card') return { unknown: true };
  const { instrument: card, vaultToken } = read;
  const outcome = card.authentication ?? (challengeRequested ? 'challenge_successful' : 'frictionless_successful');
  const threeDSecure = infoOf({ card, result: results[outcome].lookup, isChallenged: false, amountCents });
  consumeNonce({ store: context.store, nonce });
  return { answer: issueNonce({ ...context, instrument: card, vaultToken, threeDSecure }) };
}

/** Ends a challenge. `isConfirmed`: the cardholder did what the bank required. */
export function endChallenge({
  context,
  nonce,
  isConfirmed,
}: {
  context: GatewayContext;
  nonce: string;
  isConfirmed: boolean;
}): Authenticated {
  const read = readNonce({ ...context, nonce });
  if (read.state !== 'usable' || read.instrument.kind !== 'credit_card') return { unknown: true };
  if (read.threeDSecure?.status !== 'challenge_required') return { unknown: true };
  const { instrument: card, vaultToken } = read;
  const confirmed = results[card.authentication ?? 'challenge_successful'].challenge ?? refusedChallenge;
  const result = isConfirmed ? confirmed : refusedChallenge;
  const threeDSecure = infoOf({ card, result, isChallenged: true, amountCents: read.threeDSecure.amountCents ?? 0 });
  consumeNonce({ store: context.store, nonce });
  return { answer: issueNonce({ ...context, instrument: card, vaultToken, threeDSecure }) };
}
