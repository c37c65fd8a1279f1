import type { BraintreeGateway } from 'braintree';
import type { Authentication, AuthenticationRule } from '../authentication.ts';
import type { Decline, Rejection, Unknown } from '../port.ts';
import { readNonce } from './answers.ts';
import { type CallGateway, isNotFound } from './transport.ts';
import { rejectionOf } from './validation-codes.ts';

type CheckResult = { isCardAuthenticated: boolean; authentication: Authentication | null };
type CheckParams = { nonce: string | null; rule: AuthenticationRule; cardsOnly: boolean };

/** The adapter's own decline, before a sale is sent. */
const notAuthenticated: Decline = {
  outcome: 'declined',
  code: 'three_d_secure',
  kind: 'soft',
  reason: 'authentication_required',
};

const noCard: Rejection = { outcome: 'rejected', errors: [{ field: 'not_offered', code: 'no_card' }] };

export type CheckAuthentication = (params: CheckParams) => Promise<CheckResult | Decline | Rejection | Unknown>;

/**
 * Where only cards are accepted, or must be authenticated, asks the gateway what a nonce is and how it was
 * authenticated: the browser that sent it cannot be trusted. The response is the same for a used nonce, so that every
 * send of a sale is identical.
 */
export function authenticationCheck({ sdk, call }: { sdk: BraintreeGateway; call: CallGateway }): CheckAuthentication {
  return async ({ nonce, rule, cardsOnly }) => {
    const isRequired = rule === 'required';
    if (nonce === null || !(isRequired || cardsOnly)) return { isCardAuthenticated: false, authentication: null };
    return call(async () => {
      try {
        const found = readNonce(await sdk.paymentMethodNonce.find(nonce));
        if (!found) return { outcome: 'unknown', cause: 'unreadable' } as const;
        const { isCard, authentication } = found;
        if (cardsOnly && !isCard) return noCard;
        if (isRequired && isCard && !authentication?.liabilityShifted) return notAuthenticated;
        return { isCardAuthenticated: isRequired && isCard, authentication };
      } catch (error) {
        if (isNotFound(error)) return rejectionOf(['91565']);
        throw error;
      }
    });
  };
}
