import { EvenkeelError } from './evenkeel-error.ts';

export type Credentials = {
  /** Address of the site: `https://www.evenkeel.example`. */
  site: string;
  clientId: string;
  clientSecret: string;
};
export type Fetch = typeof globalThis.fetch;

/** A token is asked for anew so long before it expires: calls that are under way still get through. */
const renewBeforeExpiryMs = 30_000;

/**
 * The token that a service proves itself by: OAuth 2.0 client credentials (RFC 6749, 4.4). One for all calls at once,
 * and another in time. `forget` it when it was refused.
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
