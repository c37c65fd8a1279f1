import { accessTokens, type Credentials, type Fetch } from './access-token.ts';
import type { GetApiV3EntitlementsByUserResponse } from './api/index.ts';
import { EvenkeelError } from './evenkeel-error.ts';

export { WebhookVerificationError } from 'standardwebhooks';
export type * from './api/index.ts';
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
  const cache = new Map<string, { etag: string; entitlements: Entitlements }>();

  const get = async (path: string, headers: Record<string, string>): Promise<Response> => {
    const call = async () =>
      fetchWithTimeout(new URL(path, credentials.site), {
        headers: { ...headers, accept: 'application/json', authorization: `Bearer ${await tokens.token()}` },
      });
    const answer = await call();
    if (answer.status !== 401) return answer;
    // The site's secrets have changed since: the next token is signed with the new one.
    tokens.forget();
    return call();
  };
  const storeInCache = (user: string, answer: { etag: string; entitlements: Entitlements }) => {
    cache.delete(user);
    cache.set(user, answer);
    const [leastRecentlyUsed] = cache.keys();
    if (cache.size > maxCachedPeople && leastRecentlyUsed !== undefined) cache.delete(leastRecentlyUsed);
    return answer.entitlements;
  };
  return {
    /**
     * What a user may use now; null for an id that no user has or had. Each call revalidates the cached response by its
     * ETag. Throws `EvenkeelError` if it is refused, and the error of `fetch` if there is no response.
     */
    entitlementsOf: async (user: string): Promise<Entitlements | null> => {
      const cached = cache.get(user);
      const answer = await get(
        `/api/v3/entitlements/${encodeURIComponent(user)}`,
        cached ? { 'if-none-match': cached.etag } : {},
      );
      if (answer.status === 304 && cached) return storeInCache(user, cached);
      if (answer.status === 404) return null;
      if (!answer.ok) throw await EvenkeelError.of(answer);
      const entitlements = (await answer.json()) as Entitlements;
      return storeInCache(user, { etag: answer.headers.get('etag') ?? '', entitlements });
    },
  };
}
