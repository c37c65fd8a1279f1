import type Provider from 'oidc-provider';
import type { Db } from '../db/pool.ts';
import { ownerOfCookie } from './record-adapter.ts';
import { type LoginUse, type Visit, visits } from './visit.ts';

type LoginContext = { db: Db; provider: Provider; cookieName: string; visit: Visit; use: LoginUse };

const partsOf = (header: string | undefined) => (header ?? '').split(/;\s*/).filter((part) => part !== '');

/**
 * The cookies of a request as the provider is to see them. Its session counts only beside the session of ours that it
 * was begun in: two parents who share a phone are never one to an app.
 */
export async function cookiesWithLogin(
  header: string | undefined,
  { db, provider, cookieName, visit, use }: LoginContext,
): Promise<string> {
  const own = `${cookieName}=`;
  const parts = partsOf(header);
  const others = parts.filter((part) => !part.startsWith(own));
  const providerCookie = parts.find((part) => part.startsWith(own))?.slice(own.length);
  const { session } = visit;
  if (session === null || use === 'none') return others.join('; ');
  const belongs = providerCookie !== undefined && (await ownerOfCookie(db, providerCookie)) === session.id;
  const login = belongs ? providerCookie : use === 'begin' ? await beginLogin(provider, visit) : null;
  return (login === null ? others : [...others, own + login]).join('; ');
}

/** Signs the signed-in user in to the provider: its session is as old as their last proof. */
async function beginLogin(provider: Provider, visit: Visit): Promise<string | null> {
  const { session } = visit;
  if (session === null) return null;
  const login = new provider.Session();
  login.loginAccount({
    accountId: session.userId,
    loginTs: Math.floor((Date.now() - session.provedMsAgo) / 1000),
    transient: !session.remembered,
  });
  const seconds = Math.max(1, Math.floor((session.expiresAt.getTime() - Date.now()) / 1000));
  await visits.run(visit, () => login.save(seconds));
  return login.jti;
}
