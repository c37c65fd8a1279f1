import * as client from 'openid-client';
import { discover, type Provider } from './discover.ts';
import { openidIdentity } from './openid-identity.ts';

export type ClientProblem = 'unreachable' | 'secret' | 'redirect';

/** The provider answers an invented code with `invalid_grant` once it has accepted the client and its secret. */
async function isSecretRefused(configuration: client.Configuration, redirectUri: string): Promise<boolean> {
  const grant = { code: 'none', redirect_uri: redirectUri, code_verifier: client.randomPKCECodeVerifier() };
  try {
    await client.genericGrantRequest(configuration, 'authorization_code', grant);
    return false;
  } catch (error) {
    if (error instanceof client.WWWAuthenticateChallengeError) return true;
    if (error instanceof client.ResponseBodyError) return /^(?:invalid|unauthorized)_client$/.test(error.error);
    throw error;
  }
}

/** Why staff could not sign in through this provider, or null. Nobody is signed in. */
export async function clientProblem(provider: Provider): Promise<ClientProblem | null> {
  try {
    if (await isSecretRefused(await discover(provider), provider.redirectUri)) return 'secret';
    const begun = await openidIdentity(provider).begin();
    if (begun === 'unreachable') return 'unreachable';
    const page = await fetch(begun.address, { redirect: 'manual', signal: AbortSignal.timeout(10_000) });
    await page.body?.cancel();
    return page.status >= 400 ? 'redirect' : null;
  } catch {
    return 'unreachable';
  }
}
