import type { JsonWebKeyInput } from 'node:crypto';
import * as client from 'openid-client';

export type HarborSettings = {
  /** The calendar's URL, and its sites: the main one, and further ones. */
  url: string;
  siteUrls: readonly [string, ...string[]];
  clientId: string;
  clientSecret: string;
};

export type Pending = { siteUrl: string; state: string; nonce: string; verifier: string };
export type SignedIn = { siteUrl: string; userId: string; name: string; locale: string; sid: string; idToken: string };

const scope = 'openid profile family plan';

/** A site as OpenID provider, discovered at the first login. */
export function openProvider({ url, clientId, clientSecret }: HarborSettings, siteUrl: string) {
  const issuer = `${siteUrl}/oidc`;
  let known: Promise<client.Configuration> | null = null;
  const configuration = () => {
    known ??= client
      .discovery(new URL(issuer), clientId, undefined, client.ClientSecretBasic(clientSecret), {
        // oxlint-disable-next-line typescript/no-deprecated -- on this machine alone
        execute: issuer.startsWith('http:') ? [client.allowInsecureRequests] : [],
      })
      .catch((error: unknown) => {
        known = null;
        throw error;
      });
    return known;
  };
  return {
    siteUrl,
    issuer,
    /** Where to send the browser, and what its response is checked against. */
    begin: async (language: string): Promise<{ address: string; pending: Pending }> => {
      const pending = {
        siteUrl,
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
      };
      const address = client.buildAuthorizationUrl(await configuration(), {
        redirect_uri: `${url}/signed-in`,
        scope,
        state: pending.state,
        nonce: pending.nonce,
        ui_locales: language,
        code_challenge: await client.calculatePKCECodeChallenge(pending.verifier),
        code_challenge_method: 'S256',
      });
      return { address: address.href, pending };
    },
    /** Throws for a response to another browser, or without a valid login. */
    complete: async (query: string, pending: Pending): Promise<SignedIn> => {
      const back = new URL(`${url}/signed-in`);
      back.search = query;
      const tokens = await client.authorizationCodeGrant(await configuration(), back, {
        expectedState: pending.state,
        expectedNonce: pending.nonce,
        pkceCodeVerifier: pending.verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) throw new Error('The provider returned no ID token');
      const text = (name: string) => (typeof claims[name] === 'string' ? claims[name] : '');
      return {
        siteUrl,
        userId: claims.sub,
        name: text('given_name'),
        locale: text('locale'),
        sid: text('sid'),
        idToken: tokens.id_token ?? '',
      };
    },
    /** A token for the calendar's own requests. */
    ownToken: async (): Promise<{ token: string; expiresInMs: number }> => {
      const granted = await client.clientCredentialsGrant(await configuration(), { scope: 'entitlements' });
      return { token: granted.access_token, expiresInMs: (granted.expires_in ?? 0) * 1_000 };
    },
    endAddress: async (idToken: string): Promise<string> =>
      client.buildEndSessionUrl(await configuration(), {
        id_token_hint: idToken,
        post_logout_redirect_uri: `${url}/`,
      }).href,
    keys: async (): Promise<(JsonWebKeyInput['key'] & { kid?: string })[]> => {
      const { jwks_uri: address = '' } = (await configuration()).serverMetadata();
      return ((await (await fetch(address)).json()) as { keys: (JsonWebKeyInput['key'] & { kid?: string })[] }).keys;
    },
  };
}
