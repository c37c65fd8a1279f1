import type Provider from 'oidc-provider';
import type { Db } from '../db/pool.ts';
import { ownerOfCookie } from './record-adapter.ts';
import { type LoginUse, type Visit, visits } from './visit.ts';

type LoginContext = { db: Db; provider: Provider; cookieName: string; visit: Visit; use: LoginUse };

const partsOf = (header: string | undefined) => (header ?? '').split(/;\s*/).filter((part) => part !== '');

/**
 * The request's cookies for the provider. Its session is passed on only with the session of ours in which it began, so
 * that an app never confuses two parents who share a phone.
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

/** Starts a provider session for the signed-in user, dated to their last proof of identity. */
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
