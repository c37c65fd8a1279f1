import { m } from '#messages/messages.js';
import type { AuthenticationFailure } from './authentication.ts';

const failures: Record<AuthenticationFailure, () => string> = {
  failed: () => m.payment_methods_authentication_failed(),
  closed: () => m.payment_methods_authentication_closed(),
  timed_out: () => m.payment_methods_authentication_timed_out(),
  unavailable: () => m.payment_methods_authentication_unavailable(),
};

/** Why a card was not authenticated, that nothing was charged, and what to do. */
export function authenticationText(code: AuthenticationFailure): string {
  return failures[code]();
}
