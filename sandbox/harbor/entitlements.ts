export type Entitled = { plan: string | null; paidUntil: string | null; entitlements: Record<string, number> };

type Known = { entitled: Entitled; etag: string; askedAt: number };
type Token = { token: string; expiresInMs: number };
type Asking = { siteUrl: string; ownToken: () => Promise<Token> };
const everyMs = 1_000;

/** One token for all questions, and another in time before it expires. `forget` after it was refused. */
function tokenKeeper(ownToken: Asking['ownToken']) {
  let kept: Promise<Token & { until: number }> | null = null;
  const ask = () =>
    ownToken()
      .then((given) => ({ ...given, until: Date.now() + given.expiresInMs - 30_000 }))
      .catch((error: unknown) => {
        kept = null;
        throw error;
      });
  return {
    token: async () => {
      if (kept && (await kept).until < Date.now()) kept = null;
      kept ??= ask();
      return (await kept).token;
    },
    forget: () => {
      kept = null;
    },
  };
}

/** Asks the site what people may use: at most each second about each, and by ETag, so that most answers are empty. */
export function entitlementReader({ siteUrl, ownToken }: Asking) {
  const known = new Map<string, Known>();
  const keeper = tokenKeeper(ownToken);
  return async (userId: string): Promise<Entitled | null> => {
    const before = known.get(userId);
    if (before && Date.now() - before.askedAt < everyMs) return before.entitled;
    const headers = {
      authorization: `Bearer ${await keeper.token()}`,
      ...(before ? { 'if-none-match': before.etag } : {}),
    };
    const answer = await fetch(`${siteUrl}/api/v3/entitlements/${userId}`, { headers });
    if (answer.status === 401) keeper.forget();
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
