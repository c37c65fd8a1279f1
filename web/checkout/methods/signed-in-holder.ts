import { call } from '#web/api/call.ts';
import { signedIn } from '#web/auth-session/signed-in.ts';
import type { AuthenticationContext } from '#web/payment-methods/three-d-secure/authentication.ts';
import { cardBilling } from './method-text.ts';

/** The signed-in cardholder for 3-D Secure. Without a response the bank decides without an address. */
export function signedInHolder(): Pick<AuthenticationContext, 'email' | 'holder' | 'billing'> {
  const now = signedIn();
  return {
    email: 'session' in now ? now.session.email : null,
    holder: 'session' in now ? now.session : null,
    billing: async () => {
      const found = await call('GET /v2/account/billing-address', {});
      return found.ok ? cardBilling(found.data.address) : null;
    },
  };
}
