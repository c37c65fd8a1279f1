import { EvenkeelError } from './evenkeel-error.ts';

export type Credentials = {
  /** Address of the site: `https://www.evenkeel.example`. */
  site: string;
  clientId: string;
  clientSecret: string;
};
export type Fetch = typeof globalThis.fetch;

/** A token is renewed this long before it expires, so that calls in flight do not fail. */
const renewBeforeExpiryMs = 30_000;

/**
 * A service's access tokens: OAuth 2.0 client credentials (RFC 6749, 4.4). Concurrent calls share one token, which is
 * renewed before it expires. Call `forget` when a token was refused.
 */
export function accessTokens({ site, clientId, clientSecret, fetch }: Credentials & { fetch: Fetch }) {
  type CachedToken = { token: string; renewAt: number };
  let cached: Promise<CachedToken> | null = null;
  const fetchToken = async (): Promise<CachedToken> => {
    const basic = [clientId, clientSecret].map(encodeURIComponent).join(':');
    const answer = await fetch(new URL('/oidc/token', site), {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(basic)}`, accept: 'application/json' },
      body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'entitlements' }),
    });
    if (!answer.ok) throw await EvenkeelError.of(answer);
    const body = (await answer.json()) as { access_token: string; expires_in: number };
    return { token: body.access_token, renewAt: Date.now() + body.expires_in * 1_000 - renewBeforeExpiryMs };
  };
  const forget = () => {
    cached = null;
  };
  return {
    token: async (): Promise<string> => {
      if (cached && (await cached).renewAt < Date.now()) forget();
      cached ??= fetchToken().catch((error: unknown) => {
        forget();
        throw error;
      });
      return (await cached).token;
    },
    forget,
  };
}
