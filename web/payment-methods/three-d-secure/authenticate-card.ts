import type { ClientTokenState } from '../payment-method.ts';
import type { AuthenticationCircumstances, AuthenticationOutcome, CardNonce } from './authentication.ts';

/** Loads 3-D Secure only for a card that needs it; any other keeps its nonce. */
export async function authenticateCard(
  asked: CardNonce & AuthenticationCircumstances,
  { clientToken: state, language }: { clientToken: ClientTokenState; language: 'en' | 'es' },
): Promise<AuthenticationOutcome> {
  if (state.status !== 'ready') return { ok: false, code: 'unavailable' };
  const { authentication, clientToken } = state;
  if (authentication !== 'required' && !asked.challenge) return { ok: true, nonce: asked.nonce };
  try {
    const [{ authenticate }, billing] = await Promise.all([import('./authenticate.ts'), asked.billing()]);
    return await authenticate({ ...asked, billing }, { clientToken, language });
  } catch {
    return { ok: false, code: 'unavailable' };
  }
}
