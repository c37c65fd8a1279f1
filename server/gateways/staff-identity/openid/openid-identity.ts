import * as client from 'openid-client';
import type { StaffIdentity } from '../port.ts';
import { discover, type Provider } from './discover.ts';

/** Errors caused by the provider or the browser; all others are ours or the network's. */
const proofErrors = [client.AuthorizationResponseError, client.ResponseBodyError, client.ClientError] as const;
const provesNobody = (error: unknown) =>
  proofErrors.some((kind) => error instanceof kind) && (error as { code?: string }).code !== 'OAUTH_TIMEOUT';

/**
 * OpenID Connect: authorization code with PKCE, state and nonce. The provider's metadata is discovered on first use.
 */
export function openidIdentity(provider: Provider): StaffIdentity {
  const { redirectUri, rolesClaim, scope, prompt } = provider;
  let known: Promise<client.Configuration> | null = null;
  const discovered = () => {
    known ??= discover(provider).catch((error: unknown) => {
      known = null;
      throw error;
    });
    return known;
  };
  return {
    begin: async () => {
      const pending = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        codeVerifier: client.randomPKCECodeVerifier(),
      };
      const configuration = await discovered().catch(() => null);
      if (configuration === null) return 'unreachable';
      const address = client.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope,
        prompt,
        state: pending.state,
        nonce: pending.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(pending.codeVerifier),
        code_challenge_method: 'S256',
      });
      return { address: address.href, pending };
    },
    complete: async ({ query, pending }) => {
      try {
        const callbackUrl = new URL(redirectUri);
        callbackUrl.search = query;
        const tokens = await client.authorizationCodeGrant(await discovered(), callbackUrl, {
          expectedState: pending.state,
          expectedNonce: pending.nonce,
          pkceCodeVerifier: pending.codeVerifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (!claims) return 'refused';
        const isAllTold = rolesClaim in claims && 'name' in claims;
        const told: Record<string, unknown> = isAllTold
          ? claims
          : { ...(await userInfo(await discovered(), tokens, claims.sub)), ...claims };
        const name = typeof told['name'] === 'string' ? told['name'] : claims.sub;
        return { subject: claims.sub, name, claim: told[rolesClaim] };
      } catch (error) {
        return provesNobody(error) ? 'refused' : 'unreachable';
      }
    },
  };
}

/** Claims that the provider returns only there, if it has such an endpoint (OpenID Connect Core 5.3, 5.4). */
async function userInfo(configuration: client.Configuration, tokens: { access_token: string }, subject: string) {
  if (!configuration.serverMetadata().userinfo_endpoint) return {};
  return client.fetchUserInfo(configuration, tokens.access_token, subject);
}
