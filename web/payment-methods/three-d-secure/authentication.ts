import type { CardBilling } from '../payment-method.ts';

/** What the card's issuer is told about a payment, to decide on a challenge. */
export type AuthenticationContext = {
  amountCents: number;
  email: string | null;
  holder: { firstName: string; lastName: string } | null;
  /** Read only if the issuer is asked at all. */
  billing: () => Promise<CardBilling | null>;
  /** The issuer required it: a challenge, even for a trusted device. */
  challenge: boolean;
  /** The card is stored now, for renewals. */
  isStored: boolean;
};
export type CardNonce = { nonce: string; bin: string };
export type AuthenticationRequest = Omit<AuthenticationContext, 'billing' | 'isStored'> &
  CardNonce & { billing: CardBilling | null };

/**
 * `failed`: the issuer rejected the holder. `closed`: the person closed the challenge. `unavailable`: no authentication
 * was possible. Nothing was charged, and the nonce is spent.
 */
export type AuthenticationFailure = 'failed' | 'closed' | 'timed_out' | 'unavailable';
/** `nonce` replaces the original one. */
export type AuthenticationOutcome = { ok: true; nonce: string } | { ok: false; code: AuthenticationFailure };

/** The window for the issuer's challenge. */
export type Challenge = {
  /** Mounted from the start, hidden: moving a frame would reload it. */
  place: HTMLElement;
  show: () => void;
  /** The person closed the window. */
  onClosed: (onClose: () => void) => void;
};

/**
 * 3-D Secure 2 statuses for a rejection by the issuer. Any other without a liability shift means that no authentication
 * took place.
 */
const refused = new Set([
  'authenticate_failed',
  'authenticate_frictionless_failed',
  'authenticate_rejected',
  'authenticate_signature_verification_failed',
]);

/** Interprets the gateway's result, for the error text only: the server verifies it with the gateway. */
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

/**
 * The holder in the gateway's format for the issuer (braintree-web 3.144, `ThreeDSecure~billingAddress`): names in
 * ASCII of at most 50, regions as the part of ISO 3166-2 after the hyphen. What does not fit is left out.
 */
export function bankBilling({ holder, billing }: Pick<AuthenticationRequest, 'holder' | 'billing'>) {
  const { region, ...address } = billing ?? {};
  return {
    ...inAscii('givenName', holder?.firstName),
    ...inAscii('surname', holder?.lastName),
    ...address,
    ...(region && /^[A-Z0-9]{1,3}$/.test(region) ? { region } : {}),
  };
}

function inAscii<Name extends string>(name: Name, text = ''): { [Each in Name]?: string } {
  const plain = text.normalize('NFD').replaceAll(/\p{M}/gu, '').slice(0, 50);
  return /^[ -~]+$/.test(plain) ? ({ [name]: plain } as { [Each in Name]: string }) : {};
}

/** Decimal dollars, the gateway's format. */
export function decimalAmount(cents: number): string {
  return (cents / 100).toFixed(2);
}
