import { generateSecret, generateURI, verifySync } from 'otplib';
import { brand } from '#contract/brand.ts';
import type { DbOrTrx, Trx } from '../../db/pool.ts';
import type { Sealer } from '../../sealed-secret.ts';

/** How many seconds a phone's clock may be wrong either way: one step of 30 (RFC 6238, 5.2). */
const tolerance = 30;

/**
 * The time step of a code, or null if it is wrong or not later than `lastStep`. Phones know only real time, whatever
 * the test clock says.
 */
export function stepOfCode({ secret, code, lastStep }: { secret: string; code: string; lastStep: number }) {
  if (!/^\d{6}$/.test(code)) return null;
  const result = verifySync({ secret, token: code, epochTolerance: tolerance });
  const step = result.valid && 'timeStep' in result ? result.timeStep : null;
  return step !== null && step > lastStep ? step : null;
}

/**
 * Starts adding an authenticator app: its secret is returned once. Starting again invalidates the earlier secret. Null
 * if there already is an app.
 */
export async function beginTotp(
  db: DbOrTrx,
  sealer: Sealer,
  { userId, username, at }: { userId: string; username: string; at: Date },
): Promise<{ secret: string; uri: string } | null> {
  const secret = generateSecret();
  const row = { ...sealer.seal(Buffer.from(secret), userId), createdAt: at, lastStep: 0 };
  const unconfirmed = await db
    .insertInto('totpFactors')
    .values({ userId, ...row })
    .onConflict((on) => on.column('userId').doUpdateSet(row).where('totpFactors.confirmedAt', 'is', null))
    .returning('userId')
    .executeTakeFirst();
  return unconfirmed ? { secret, uri: generateURI({ issuer: brand.name, label: username, secret }) } : null;
}

/**
 * Accepts a code of a user's app, once, and returns since when it is in use: the caller holds the user's lock. Null: a
 * wrong code. `confirmed`: of an app in use; otherwise of one being added, which is in use from then on.
 */
export async function acceptTotp(
  trx: Trx,
  sealer: Sealer,
  { userId, code, confirmed, at }: { userId: string; code: string; confirmed: boolean; at: Date },
): Promise<Date | null> {
  const row = await trx
    .selectFrom('totpFactors')
    .select(['keyId', 'sealed', 'lastStep', 'confirmedAt'])
    .where('userId', '=', userId)
    .where('confirmedAt', confirmed ? 'is not' : 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return null;
  const secret = sealer.open(row, userId).toString();
  const step = stepOfCode({ secret, code, lastStep: row.lastStep });
  if (step === null) return null;
  await trx
    .updateTable('totpFactors')
    .set({
      lastStep: step,
      ...(confirmed ? {} : { confirmedAt: at }),
      ...(row.keyId === sealer.currentKeyId ? {} : sealer.seal(Buffer.from(secret), userId)),
    })
    .where('userId', '=', userId)
    .execute();
  return row.confirmedAt ?? at;
}
