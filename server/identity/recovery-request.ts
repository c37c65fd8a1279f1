import { after, minutes } from '../clock.ts';
import { enqueue } from '../db/job-queue.ts';
import type { Db, DbOrTrx, Trx } from '../db/pool.ts';
import type { Language, Row } from '../db/schema.ts';
import { newId } from '../new-id.ts';
import { hashSecret, newSecret, type TokenMaker } from '../secret.ts';

export const recoveryColumns = [
  'id',
  'kind',
  'typed',
  'language',
  'userIds',
  'triesLeft',
  'verifiedAt',
  'usedAt',
  'expiresAt',
] as const;
export type RecoveryRequest = Row<'recoveryRequests', typeof recoveryColumns>;
export type RecoveryKind = RecoveryRequest['kind'];
export const codeLifeMinutes = 10;
export const codeTries = 5;

/** The input of a recovery request, by what is requested. */
export type RecoveryParams =
  | { kind: 'PASSWORD'; typed: { usernameOrEmail: string } }
  | { kind: 'USERNAME_BY_EMAIL'; typed: { email: string } }
  | { kind: 'SIGN_UP' | 'ADDRESS'; typed: { email: string } }
  | {
      kind: 'USERNAME_BY_PHONE';
      typed: { phoneCountryCode: string; phoneNumber: string; email?: string; userId?: string };
    };

/** `isLeftOut`: enough was sent to this recipient; no code is correct for it. */
type RequestParams = { params: RecoveryParams; language: Language; at: Date; isLeftOut?: boolean };

/**
 * Stores the request and leaves the look-up to a job, so that neither the response nor its timing reveals whether a
 * user exists (SEC1). `token` ties the check of a code to the requesting browser.
 */
export async function requestRecovery(
  db: Db,
  { params, language, at, isLeftOut = false }: RequestParams,
): Promise<{ token: string }> {
  const id = newId(at);
  const token = newSecret();
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('recoveryRequests')
      .values({
        id,
        kind: params.kind,
        typed: isLeftOut ? null : JSON.stringify(params.typed),
        language,
        tokenHash: hashSecret(token),
        triesLeft: codeTries,
        expiresAt: after(at, minutes(codeLifeMinutes)),
        createdAt: at,
      })
      .execute();
    await enqueue(trx, { name: 'answer-recovery', payload: { requestId: id } });
  });
  return { token };
}

/**
 * The code of a request: derived from its id, so that it is stored nowhere and a repeated text contains the same one.
 */
export function recoveryCode(makeToken: TokenMaker, requestId: string): string {
  const bytes = Buffer.from(makeToken('RECOVERY_CODE', requestId), 'base64url');
  return String(bytes.readUIntBE(0, 6) % 1_000_000).padStart(6, '0');
}

export async function readRecoveryRequest(db: DbOrTrx, id: string): Promise<RecoveryRequest | null> {
  return (
    (await db.selectFrom('recoveryRequests').select(recoveryColumns).where('id', '=', id).executeTakeFirst()) ?? null
  );
}

/** The open request of a browser, locked until the caller's transaction ends. */
export async function lockRequest(
  trx: Trx,
  { kind, token, at }: { kind: RecoveryKind; token: string; at: Date },
): Promise<RecoveryRequest | null> {
  const request = await trx
    .selectFrom('recoveryRequests')
    .select(recoveryColumns)
    .where('tokenHash', '=', hashSecret(token))
    .where('kind', '=', kind)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', at)
    .forUpdate()
    .executeTakeFirst();
  return request ?? null;
}

/** Stores whom a request is about and deletes the input, unless a code has yet to prove it. */
export async function settleRequest(
  trx: Trx,
  { id, userIds, keepTyped = false }: { id: string; userIds: string[]; keepTyped?: boolean },
): Promise<void> {
  const settled = { userIds, ...(keepTyped ? {} : { typed: null }) };
  await trx.updateTable('recoveryRequests').set(settled).where('id', '=', id).execute();
}

/** Deletes expired requests. */
export async function forgetRecoveryRequests(db: Db, at: Date): Promise<void> {
  await db.deleteFrom('recoveryRequests').where('expiresAt', '<=', at).execute();
}
