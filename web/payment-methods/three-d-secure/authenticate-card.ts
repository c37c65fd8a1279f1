import type { ClientTokenState } from '../payment-method.ts';
import type { AuthenticationOutcome, AuthenticationRequest } from './authentication.ts';

/** Loads 3-D Secure only for a card that needs it; any other keeps its nonce. */
export async function authenticateCard(
  request: AuthenticationRequest,
  { clientToken: state, language }: { clientToken: ClientTokenState; language: 'en' | 'es' },
): Promise<AuthenticationOutcome> {
  if (state.status !== 'ready') return { ok: false, code: 'unavailable' };
  const { authentication, clientToken } = state;
  if (authentication !== 'required' && !request.challenge) return { ok: true, nonce: request.nonce };
  try {
    const { authenticate } = await import('./authenticate.ts');
    return await authenticate(request, { clientToken, language });
  } catch {
    return { ok: false, code: 'unavailable' };
  }
}
