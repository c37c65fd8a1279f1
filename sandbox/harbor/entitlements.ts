import type { HarborSettings } from './provider.ts';

export type Entitled = { plan: string | null; paidUntil: string | null; entitlements: Record<string, number> };

type Known = { entitled: Entitled; etag: string; askedAt: number };
const everyMs = 1_000;

/** Asks the site what people may use: at most each second about each, and by ETag, so that most answers are empty. */
export function entitlementReader({ siteUrl, clientId, clientSecret }: HarborSettings) {
  const known = new Map<string, Known>();
  const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  return async (userId: string): Promise<Entitled | null> => {
    const before = known.get(userId);
    if (before && Date.now() - before.askedAt < everyMs) return before.entitled;
    const headers = { authorization, ...(before ? { 'if-none-match': before.etag } : {}) };
    const answer = await fetch(`${siteUrl}/api/v3/entitlements/${userId}`, { headers });
    if (answer.status === 304 && before) {
      known.set(userId, { ...before, askedAt: Date.now() });
      return before.entitled;
    }
    if (!answer.ok) return before?.entitled ?? null;
    const entitled = (await answer.json()) as Entitled;
    known.set(userId, { entitled, etag: answer.headers.get('etag') ?? '', askedAt: Date.now() });
    return entitled;
  };
}
