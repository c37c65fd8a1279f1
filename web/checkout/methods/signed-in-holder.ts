import { call } from '#web/api/call.ts';
import { signedIn } from '#web/auth-session/signed-in.ts';
import type { AuthenticationCircumstances } from '#web/payment-methods/three-d-secure/authentication.ts';
import { cardBilling } from './method-text.ts';

/** Whom the bank of a card asks, where somebody signed in pays. Without an answer it decides without an address. */
export function signedInHolder(): Pick<AuthenticationCircumstances, 'email' | 'billing'> {
  const now = signedIn();
  return {
    email: 'session' in now ? now.session.email : null,
    billing: async () => {
      const found = await call('GET /v2/account/billing-address', {});
      return found.ok ? cardBilling(found.data.address) : null;
    },
  };
}
