import type { CardBilling } from '../payment-method.ts';

/** What a card's issuer is told of a payment, to decide whether to ask the holder. */
export type AuthenticationCircumstances = {
  amountCents: number;
  email: string | null;
  /** Asked for only where the issuer is asked. */
  billing: () => Promise<CardBilling | null>;
  /** The issuer asked for it: its holder must be asked, whatever is known of this device. */
  challenge: boolean;
};
export type CardNonce = { nonce: string; bin: string };
export type AuthenticationRequest = Omit<AuthenticationCircumstances, 'billing'> &
  CardNonce & { billing: CardBilling | null };

/**
 * `failed`: the issuer says that it is not the holder. `closed`: its window was left before the end. `unavailable`:
 * nobody could be asked. Nothing was charged in any case, and the nonce is used up.
 */
export type AuthenticationFailure = 'failed' | 'closed' | 'timed_out' | 'unavailable';
/** `nonce` takes the place of the one that was given. */
export type AuthenticationOutcome = { ok: true; nonce: string } | { ok: false; code: AuthenticationFailure };

/** Where a driver shows the issuer's page. */
export type Challenge = {
  /** In the document from the start, unseen: a frame that is moved loads again. */
  place: HTMLElement;
  show: () => void;
  /** The person left the window. */
  onClosed: (leave: () => void) => void;
};

/** Texts of 3-D Secure 2 for an issuer that said no. All others, but for a shift of liability, asked nobody. */
const refused = new Set([
  'authenticate_failed',
  'authenticate_frictionless_failed',
  'authenticate_rejected',
  'authenticate_signature_verification_failed',
]);

/** Reads what the gateway says of an authentication. The server asks it again: this one only chooses the words. */
export function authenticationOutcome({
  nonce,
  info,
}: {
  nonce: string;
  info: { status: string; liabilityShifted: boolean } | null | undefined;
}): AuthenticationOutcome {
  if (info?.liabilityShifted) return { ok: true, nonce };
  if (info?.status === 'challenge_required') return { ok: false, code: 'closed' };
  return { ok: false, code: refused.has(info?.status ?? '') ? 'failed' : 'unavailable' };
}

/** Decimal dollars, as the gateway reads an amount. */
export function decimalAmount(cents: number): string {
  return (cents / 100).toFixed(2);
}
