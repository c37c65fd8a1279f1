export type UserEntitlements = { plan: string | null; paidUntil: string | null; entitlements: Record<string, number> };

type CachedEntitlements = { entitled: UserEntitlements; etag: string; fetchedAt: number };
type Token = { token: string; expiresInMs: number };
type ReaderOptions = { siteUrl: string; ownToken: () => Promise<Token> };
/** Half of a page's interval: at a full interval a page could miss a change in one poll. */
const refreshMs = 500;

/** One token for all requests, renewed before it expires. Call `forget` after a refusal. */
function createTokenCache(ownToken: ReaderOptions['ownToken']) {
  let cached: Promise<Token & { until: number }> | null = null;
  const fetchToken = () =>
    ownToken()
      .then((issued) => ({ ...issued, until: Date.now() + issued.expiresInMs - 30_000 }))
      .catch((error: unknown) => {
        cached = null;
        throw error;
      });
  return {
    token: async () => {
      if (cached && (await cached).until < Date.now()) cached = null;
      cached ??= fetchToken();
      return (await cached).token;
    },
    forget: () => {
      cached = null;
    },
  };
}

/**
 * Requests entitlements from the site: at most twice a second per person, and by ETag, so that most responses are
 * empty.
 */
export function entitlementReader({ siteUrl, ownToken }: ReaderOptions) {
  const cache = new Map<string, CachedEntitlements>();
  const tokens = createTokenCache(ownToken);
  return async (userId: string): Promise<UserEntitlements | null> => {
    const cached = cache.get(userId);
    if (cached && Date.now() - cached.fetchedAt < refreshMs) return cached.entitled;
    const headers = {
      authorization: `Bearer ${await tokens.token()}`,
      ...(cached ? { 'if-none-match': cached.etag } : {}),
    };
    const answer = await fetch(`${siteUrl}/api/v3/entitlements/${userId}`, { headers });
    if (answer.status === 401) tokens.forget();
    if (answer.status === 304 && cached) {
      cache.set(userId, { ...cached, fetchedAt: Date.now() });
      return cached.entitled;
    }
    if (!answer.ok) return cached?.entitled ?? null;
    const entitled = (await answer.json()) as UserEntitlements;
    cache.set(userId, { entitled, etag: answer.headers.get('etag') ?? '', fetchedAt: Date.now() });
    return entitled;
  };
}
