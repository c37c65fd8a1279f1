import type { ClientTokenState } from '../payment-method.ts';
import type { AuthenticationContext, AuthenticationOutcome, CardNonce } from './authentication.ts';

/** Loads 3-D Secure only for a card that needs it; any other keeps its nonce. */
export async function authenticateCard(
  request: CardNonce & AuthenticationContext,
  { clientToken: state, language }: { clientToken: ClientTokenState; language: 'en' | 'es' },
): Promise<AuthenticationOutcome> {
  if (state.status !== 'ready') return { ok: false, code: 'unavailable' };
  const { authentication, clientToken } = state;
  if (authentication !== 'required' && !request.challenge) return { ok: true, nonce: request.nonce };
  // Renewals rely on what the bank was told when the card was stored: without a challenge, where the law requires one
  // (PSD2: the first of a series), it may decline them with 2099.
  const challenge = request.challenge || request.isStored;
  try {
    const [{ authenticate }, billing] = await Promise.all([import('./authenticate.ts'), request.billing()]);
    return await authenticate({ ...request, billing, challenge }, { clientToken, language });
  } catch {
    return { ok: false, code: 'unavailable' };
  }
}
