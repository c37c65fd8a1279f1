import type { RefObject } from 'react';
import type { CardFieldsHandle } from '#web/payment-methods/card/CardFields.tsx';
import { cardRefusalText } from '#web/payment-methods/card/card-texts.ts';
import type { AuthenticationContext } from '#web/payment-methods/three-d-secure/authentication.ts';
import { authenticationText } from '#web/payment-methods/three-d-secure/authentication-texts.ts';
import { signedInHolder } from './signed-in-holder.ts';

export type TokenizedMethod = { nonce: string; deviceData: string | null };

/**
 * Tokenises the card that a signed-in user has typed, and authenticates its holder where required. `missing`: why that
 * failed; null if the card's own fields show it.
 */
export async function tokenizeCard(
  card: RefObject<CardFieldsHandle | null>,
  given: Pick<AuthenticationContext, 'amountCents' | 'challenge' | 'isStored'>,
): Promise<TokenizedMethod | { missing: string | null }> {
  const tokenized = await card.current?.tokenize({ cardholderName: null, billing: null });
  if (!tokenized?.ok) return { missing: (tokenized && cardRefusalText(tokenized)) ?? null };
  const { nonce, details, deviceData } = tokenized;
  const authenticated = await card.current?.authenticate(
    { nonce, bin: details.bin },
    { ...given, ...signedInHolder() },
  );
  if (!authenticated) return { missing: null };
  return authenticated.ok
    ? { nonce: authenticated.nonce, deviceData }
    : { missing: authenticationText(authenticated.code) };
}
