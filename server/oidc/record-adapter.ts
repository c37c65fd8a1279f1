import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import type { Db } from '../db/pool.ts';
import { hashSecret } from '../secret.ts';
import { visits } from './visit.ts';

const hashOf = (kind: string, id: string) => hashSecret(`${kind}:${id}`);

/** Removes what works as a bearer secret: a record's own id and, in a sign-in in progress, the session's cookie. */
function withoutSecrets({ jti: _, session, ...payload }: AdapterPayload): AdapterPayload {
  if (!session) return payload;
  const { cookie: __, ...kept } = session;
  return { ...payload, session: kept };
}

/** The issuer that records belong to; null for the main site's. */
type OfIssuer = { siteCountry: string | null };

const isForeignKeyBroken = (error: unknown) => (error as { code?: string } | null)?.code === '23503';

/**
 * Stores the records of one site's provider in PostgreSQL, for all processes; other sites' issuers do not find them.
 * The provider's session belongs to the session of ours that the browser had, and ends with it.
 */
export class RecordAdapter implements Adapter {
  readonly #kind: string;
  readonly #db: Db;
  readonly #siteCountry: string | null;

  constructor(db: Db, { kind, siteCountry }: OfIssuer & { kind: string }) {
    this.#kind = kind;
    this.#db = db;
    this.#siteCountry = siteCountry;
  }

  /** Throws SessionNotFound if another user has signed in in this browser meanwhile. */
  #sessionIdOf({ accountId }: AdapterPayload): string | null {
    if (this.#kind !== 'Session' || accountId === undefined) return null;
    const session = visits.getStore()?.session;
    if (session?.userId !== accountId) throw new errors.SessionNotFound('somebody else is signed in');
    return session.id;
  }

  async upsert(id: string, payload: AdapterPayload): Promise<void> {
    const { accountId, uid, grantId, exp = 0 } = payload;
    const changing = { payload: JSON.stringify(withoutSecrets(payload)), expiresAt: new Date(exp * 1000) };
    try {
      await this.#db
        .insertInto('oidcRecords')
        .values({
          idHash: hashOf(this.#kind, id),
          kind: this.#kind,
          uidHash: uid === undefined ? null : hashOf(this.#kind, uid),
          grantHash: grantId === undefined || this.#kind === 'Interaction' ? null : hashOf('Grant', grantId),
          userId: accountId ?? null,
          sessionId: this.#sessionIdOf(payload),
          siteCountry: this.#siteCountry,
          ...changing,
        })
        .onConflict((conflict) => conflict.column('idHash').doUpdateSet(changing))
        .execute();
    } catch (error) {
      // The grant or the session was ended while this was being issued.
      if (isForeignKeyBroken(error))
        throw new errors.InvalidGrant({ detail: 'grant not found', cause: error as Error });
      throw error;
    }
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    // Clients come from the configuration alone.
    if (this.#kind === 'Client') return undefined;
    const found = await this.#db
      .selectFrom('oidcRecords')
      .select(['payload', 'consumedAt'])
      .where('idHash', '=', hashOf(this.#kind, id))
      .where('siteCountry', 'is not distinct from', this.#siteCountry)
      .executeTakeFirst();
    if (!found) return undefined;
    const { payload, consumedAt } = found;
    return { ...payload, jti: id, ...(consumedAt ? { consumed: Math.floor(consumedAt.getTime() / 1000) } : {}) };
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    const found = await this.#db
      .selectFrom('oidcRecords')
      .select('payload')
      .where('uidHash', '=', hashOf(this.#kind, uid))
      .where('siteCountry', 'is not distinct from', this.#siteCountry)
      .executeTakeFirst();
    return found?.payload;
  }

  /** The device authorization flow is not enabled. */
  async findByUserCode(): Promise<undefined> {
    return undefined;
  }

  /** Of two concurrent requests that use a code or a token, only one succeeds. */
  async consume(id: string): Promise<void> {
    const consumed = await this.#db
      .updateTable('oidcRecords')
      .set({ consumedAt: new Date() })
      .where('idHash', '=', hashOf(this.#kind, id))
      .where('consumedAt', 'is', null)
      .returning('idHash')
      .executeTakeFirst();
    if (!consumed) throw new errors.InvalidGrant('used by another request at the same time');
  }

  async destroy(id: string): Promise<void> {
    await this.#db.deleteFrom('oidcRecords').where('idHash', '=', hashOf(this.#kind, id)).execute();
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    await this.#db
      .deleteFrom('oidcRecords')
      .where('grantHash', '=', hashOf('Grant', grantId))
      .where('kind', '=', this.#kind)
      .execute();
  }
}

/** The session of ours to which the provider session of this cookie belongs; null if there is none. */
export async function ownerOfCookie(db: Db, cookie: string): Promise<string | null> {
  const found = await db
    .selectFrom('oidcRecords')
    .select('sessionId')
    .where('idHash', '=', hashOf('Session', cookie))
    .executeTakeFirst();
  return found?.sessionId ?? null;
}
