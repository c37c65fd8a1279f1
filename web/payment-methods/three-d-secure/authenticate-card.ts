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
  try {
    const [{ authenticate }, billing] = await Promise.all([import('./authenticate.ts'), request.billing()]);
    return await authenticate({ ...request, billing }, { clientToken, language });
  } catch {
    return { ok: false, code: 'unavailable' };
  }
}
