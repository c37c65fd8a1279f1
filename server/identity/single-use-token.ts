import { sql } from 'kysely';
import { after } from '../clock.ts';
import type { DbOrTrx, Trx } from '../db/pool.ts';
import type { Row } from '../db/schema.ts';
import { newId } from '../new-id.ts';
import { hashSecret, type TokenMaker } from '../secret.ts';

const tokenColumns = ['id', 'purpose', 'userId', 'data', 'createdAt', 'expiresAt', 'usedAt', 'triesLeft'] as const;
export type SingleUseToken = Row<'singleUseTokens', typeof tokenColumns>;
export type TokenPurpose = SingleUseToken['purpose'];

/** Stores a token's hash; the mailing job derives its secret again from its id. */
export async function issueToken(
  trx: DbOrTrx,
  {
    purpose,
    userId,
    lifeMs,
    at,
    makeToken,
    data = {},
  }: { purpose: TokenPurpose; userId: string; lifeMs: number; at: Date; makeToken: TokenMaker; data?: object },
): Promise<{ id: string; secret: string; expiresAt: Date }> {
  const id = newId(at);
  const secret = makeToken(purpose, id);
  const expiresAt = after(at, lifeMs);
  await trx
    .insertInto('singleUseTokens')
    .values({
      id,
      purpose,
      userId,
      tokenHash: hashSecret(secret),
      data: JSON.stringify(data),
      expiresAt,
      createdAt: at,
    })
    .execute();
  return { id, secret, expiresAt };
}

/** A token that can still be used. Reading consumes nothing: link scanners read. */
export async function findToken(
  db: DbOrTrx,
  { purpose, secret, at }: { purpose: TokenPurpose; secret: string; at: Date },
): Promise<SingleUseToken | null> {
  const token = await db
    .selectFrom('singleUseTokens')
    .select(tokenColumns)
    .where('tokenHash', '=', hashSecret(secret))
    .where('purpose', '=', purpose)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', at)
    .executeTakeFirst();
  return token ?? null;
}

export async function readToken(db: DbOrTrx, id: string): Promise<SingleUseToken | null> {
  return (await db.selectFrom('singleUseTokens').select(tokenColumns).where('id', '=', id).executeTakeFirst()) ?? null;
}

/** Whose a token was, and whether it was used or ended; null if it never was one of ours. */
export async function formerToken(
  db: DbOrTrx,
  { purpose, secret }: { purpose: TokenPurpose; secret: string },
): Promise<Pick<SingleUseToken, 'userId' | 'usedAt'> | null> {
  const row = await db
    .selectFrom('singleUseTokens')
    .select(['userId', 'usedAt'])
    .where('tokenHash', '=', hashSecret(secret))
    .where('purpose', '=', purpose)
    .executeTakeFirst();
  return row ?? null;
}

/** Stored with a token that was shown in a browser and never mailed: using it proves no mailbox. */
export const shownOnly = { shown: true } as const;
const wasShown = ({ data }: Pick<SingleUseToken, 'data'>) => data['shown'] === true;
const mailedPurposes: readonly TokenPurpose[] = ['CREDENTIALS', 'PASSWORD_RESET'];

/** Whether only a reader of the owner's mailbox can have this token. A claim's is not mailed. */
export const provesMailbox = (token: Pick<SingleUseToken, 'purpose' | 'data'>): boolean =>
  mailedPurposes.includes(token.purpose) && !wasShown(token) && !('proved' in token.data);

/** Mailed by the decision of two staff members: it needs no other proof, and nobody can contest what it sets. */
export const isDecided = ({ data }: Pick<SingleUseToken, 'data'>): boolean => data['decided'] === true;

/** Consumes a token, and every other one of its kind and owner. False if it was used concurrently. */
export async function consumeToken(trx: Trx, { token, at }: { token: SingleUseToken; at: Date }): Promise<boolean> {
  const used = await trx
    .updateTable('singleUseTokens')
    .set({ usedAt: at })
    .where('id', '=', token.id)
    .where('usedAt', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!used) return false;
  await endTokens(trx, { userId: token.userId, purpose: token.purpose, at });
  return true;
}

/**
 * Ends every token mailed to a user, of any kind: it may be in a mailbox that is not theirs. Links that undo a change
 * of address are kept, because they are in the user's previous mailbox.
 */
export async function endEveryToken(db: DbOrTrx, { userId, at }: { userId: string; at: Date }): Promise<void> {
  await db
    .updateTable('singleUseTokens')
    .set({ usedAt: at, data: '{}' })
    .where('userId', '=', userId)
    .where('purpose', '!=', 'OWNERSHIP_CLAIM')
    .where('usedAt', 'is', null)
    .execute();
}

/** The same, except that links shown only in a browser stay: they are in no mailbox. */
export async function endMailedTokens(db: DbOrTrx, { userId, at }: { userId: string; at: Date }): Promise<void> {
  await db
    .updateTable('singleUseTokens')
    .set({ usedAt: at, data: '{}' })
    .where('userId', '=', userId)
    .where('purpose', '!=', 'OWNERSHIP_CLAIM')
    .where(sql<boolean>`not data @> ${JSON.stringify(shownOnly)}::jsonb`)
    .where('usedAt', 'is', null)
    .execute();
}

/** The newest valid token of one kind and owner. `secret`: as above, derived from its id. */
export async function openTokenOf(
  db: DbOrTrx,
  { userId, purpose, at }: { userId: string; purpose: TokenPurpose; at: Date },
): Promise<SingleUseToken | null> {
  const token = await db
    .selectFrom('singleUseTokens')
    .select(tokenColumns)
    .where('userId', '=', userId)
    .where('purpose', '=', purpose)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', at)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return token ?? null;
}

/** Ends every token of one kind and owner: a new mailed link invalidates the earlier ones. */
export async function endTokens(
  db: DbOrTrx,
  { userId, purpose, at }: { userId: string; purpose: TokenPurpose; at: Date },
): Promise<void> {
  await db
    .updateTable('singleUseTokens')
    .set({ usedAt: at, data: '{}' })
    .where('userId', '=', userId)
    .where('purpose', '=', purpose)
    .where('usedAt', 'is', null)
    .execute();
}
