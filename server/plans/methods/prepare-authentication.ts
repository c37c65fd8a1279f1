import type { prepareAuthentication as prepareRoute } from '#contract/api/payment-methods.ts';
import type { AnswerOf, BodyOf } from '#contract/api/route.ts';
import type { RequiresAuthentication } from '../../checkout/authentication-rule.ts';
import type { Db } from '../../db/pool.ts';
import type { PaymentGateway } from '../../gateways/payment/port.ts';
import { addressOf, type User } from '../../identity/user-repository.ts';
import { defaultMethod } from '../../payments/payment-method-repository.ts';
import { type Refusal, refuse } from '../../refusal.ts';

type Dependencies = { db: Db; gateway: PaymentGateway; requiresAuthentication: RequiresAuthentication };
type Request = { user: User; body: BodyOf<typeof prepareRoute> };

/**
 * A nonce of the stored card for authentication, if the billing country or, by `challenge`, the issuer requires it.
 * Null: the stored method is charged as it is.
 */
export async function prepareAuthentication(
  { db, gateway, requiresAuthentication }: Dependencies,
  { user, body: { challenge } }: Request,
): Promise<AnswerOf<typeof prepareRoute> | Refusal<'PAYMENT_UNAVAILABLE' | 'PAYMENT_METHOD_REJECTED'>> {
  const method = await defaultMethod(db, user.id);
  const country = addressOf(user)?.country;
  const isAsked = country !== undefined && (challenge || requiresAuthentication(country));
  if (method?.type !== 'CREDIT_CARD' || !isAsked) return { card: null };
  const result = await gateway.createNonce({ token: method.token });
  if (result.outcome === 'gone') return refuse('PAYMENT_METHOD_REJECTED');
  if (result.outcome === 'unknown' || result.bin === null) return refuse('PAYMENT_UNAVAILABLE');
  return { card: { nonce: result.nonce, bin: result.bin, country } };
}
