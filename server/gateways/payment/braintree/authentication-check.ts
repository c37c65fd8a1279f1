import type { BraintreeGateway } from 'braintree';
import type { Authentication, AuthenticationRule } from '../authentication.ts';
import type { Decline, Rejection, Unknown } from '../port.ts';
import { readNonce } from './answers.ts';
import { type Ask, isNotFound } from './transport.ts';
import { rejectionOf } from './validation-codes.ts';

type Checked = { isCard: boolean; authentication: Authentication | null };

/** As the gateway would refuse it, before a sale is sent. */
const notAuthenticated: Decline = {
  outcome: 'declined',
  code: 'three_d_secure',
  kind: 'soft',
  reason: 'authentication_required',
};

/**
 * Where a card must be authenticated, asks the gateway what a nonce is and how it was authenticated: the browser that
 * sent it may say anything. The answer is the same for a nonce that is used up, so that a sale sent again reads the
 * same.
 */
export function authenticationCheck({ sdk, ask }: { sdk: BraintreeGateway; ask: Ask }) {
  return async ({
    nonce,
    rule,
  }: {
    nonce: string | null;
    rule: AuthenticationRule;
  }): Promise<Checked | Decline | Rejection | Unknown> => {
    if (nonce === null || rule === 'if_present') return { isCard: false, authentication: null };
    return ask(async () => {
      try {
        const found = readNonce(await sdk.paymentMethodNonce.find(nonce));
        if (!found) return { outcome: 'unknown', cause: 'unreadable' } as const;
        return found.isCard && !found.authentication?.liabilityShifted ? notAuthenticated : found;
      } catch (error) {
        if (isNotFound(error)) return rejectionOf(['91565']);
        throw error;
      }
    });
  };
}
