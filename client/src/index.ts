import { accessTokens, type Credentials, type Fetch } from './access-token.ts';
import { createClient } from './api/client/index.ts';
import { type GetApiV3EntitlementsByUserResponse, getApiV3EntitlementsByUser } from './api/index.ts';
import { EvenkeelError } from './evenkeel-error.ts';

export { WebhookVerificationError } from 'standardwebhooks';
export * from './api/index.ts';
export { EvenkeelError } from './evenkeel-error.ts';
export { type EvenkeelEvent, type EventOf, type EventType, eventTypes, verifyEvent } from './events.ts';

export type Entitlements = GetApiV3EntitlementsByUserResponse;

type ClientOptions = Credentials & {
  /** Replaces the platform's `fetch`, for a proxy or another time-out. */
  fetch?: Fetch;
  /** For how many people the last response is cached, for revalidation by its ETag. */
  maxCachedPeople?: number;
};

/** Time-out of each call, because somebody may be waiting for a page. */
const timeoutMs = 10_000;

/** The site's API for other systems of the company, which call it in their own name. */
export function openEvenkeel({ fetch = globalThis.fetch, maxCachedPeople = 1_000, ...credentials }: ClientOptions) {
  const fetchWithTimeout: Fetch = (input, init) => fetch(input, { signal: AbortSignal.timeout(timeoutMs), ...init });
  const tokens = accessTokens({ ...credentials, fetch: fetchWithTimeout });
  const client = createClient({ baseUrl: credentials.site, auth: tokens.token, fetch: fetchWithTimeout });
  const cache = new Map<string, { etag: string; entitlements: Entitlements }>();

  const fetchEntitlements = (user: string) => {
    const etag = cache.get(user)?.etag;
    const headers = etag === undefined ? {} : { 'if-none-match': etag };
    return getApiV3EntitlementsByUser({ client, path: { user }, headers });
  };
  const storeInCache = (user: string, answer: { etag: string; entitlements: Entitlements }) => {
    cache.delete(user);
    cache.set(user, answer);
    const [leastRecentlyUsed] = cache.keys();
    if (cache.size > maxCachedPeople && leastRecentlyUsed !== undefined) cache.delete(leastRecentlyUsed);
    return answer.entitlements;
  };
  return {
    /** Pass it as `client` to the generated calls of this package; it adds the token. */
    client,
    /**
     * What a user may use now; null for an id that no user has or had. Each call revalidates the cached response by its
     * ETag. Throws `EvenkeelError` if it is refused, and the error of `fetch` if there is no response.
     */
    entitlementsOf: async (user: string): Promise<Entitlements | null> => {
      let result = await fetchEntitlements(user);
      if (result.response?.status === 401) {
        tokens.forget();
        result = await fetchEntitlements(user);
      }
      const { data, error, response } = result;
      if (!response) throw error as unknown;
      const cached = cache.get(user);
      if (response.status === 304 && cached) return storeInCache(user, cached);
      if (data) return storeInCache(user, { etag: response.headers.get('etag') ?? '', entitlements: data });
      if (response.status === 404) return null;
      throw new EvenkeelError(response, error);
    },
  };
}
