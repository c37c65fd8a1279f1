import type { PasskeyCreation } from '#contract/api/passkeys.ts';
import { maxPasskeys } from '#contract/sign-in/second-factor.ts';
import type { Clock } from '../../clock.ts';
import type { Db, Trx } from '../../db/pool.ts';
import { newId } from '../../new-id.ts';
import { type Refusal, refuse } from '../../refusal.ts';
import type { Sealer } from '../../sealed-secret.ts';
import type { Sites } from '../../sites.ts';
import { type EndedMeanwhile, recordOwnershipChange } from '../ownership/record-change.ts';
import type { SessionProofs } from '../ownership/session-proofs.ts';
import { closeOtherSessions } from '../session-repository.ts';
import type { User } from '../user-repository.ts';
import { type Factors, forgetUselessCodes, hasSecondFactor, lockOwner, readFactors } from './factors.ts';
import { type PasskeySite, registrationOptions, verifyRegistration } from './passkey.ts';
import { makeRecoveryCodes } from './recovery-codes.ts';
import { acceptTotp, beginTotp } from './totp.ts';

/** `requiresFactor`: users for whom the configuration requires a second factor. */
export type FactorDependencies = {
  db: Db;
  clock: Clock;
  sealer: Sealer;
  sites: Sites;
  requiresFactor: (role: User['role']) => boolean;
};
/** The user who changes their own factors, their session and device. */
export type Owner = { user: User; session: { id: string }; device: string; proofs: SessionProofs };
type AddedFactor = { recoveryCodes: string[] | null };

/**
 * The first factor creates ten recovery codes and ends the sessions opened by password alone, which may be somebody
 * else's, remembered for weeks. Later factors change neither.
 */
async function beginWithFirst(
  trx: Trx,
  { userId, session, isFirst, at }: { userId: string; session: { id: string }; isFirst: boolean; at: Date },
) {
  if (!isFirst) return null;
  await closeOtherSessions(trx, { userId, id: session.id });
  return makeRecoveryCodes(trx, { userId, at });
}

export async function addTotp(
  { db, clock, sealer }: FactorDependencies,
  { user }: Pick<Owner, 'user'>,
): Promise<{ secret: string; uri: string } | Refusal<'CONFLICT'>> {
  const username = user.username ?? user.email;
  return (await beginTotp(db, sealer, { userId: user.id, username, at: clock.now() })) ?? refuse('CONFLICT');
}

/** The first code shows that the app has the secret: from now on a password alone does not sign in. */
export async function confirmTotp(
  { db, clock, sealer }: FactorDependencies,
  { user: { id: userId }, session, device, proofs, code }: Owner & { code: string },
): Promise<AddedFactor | Refusal<'WRONG_CODE'> | EndedMeanwhile> {
  const at = clock.now();
  return db.transaction().execute(async (trx) => {
    if (!(await lockOwner(trx, userId))) return refuse('NOT_SIGNED_IN');
    const isFirst = !(await hasSecondFactor(trx, userId));
    const typed = code.replaceAll(/\s/g, '');
    return recordOwnershipChange(trx, { userId, session, kind: 'TOTP_ADDED', proofs, device, at }, async () => {
      if (!(await acceptTotp(trx, sealer, { userId, code: typed, confirmed: false, at }))) return refuse('WRONG_CODE');
      return { recoveryCodes: await beginWithFirst(trx, { userId, session, isFirst, at }) };
    });
  });
}

/** The factors left after a removal: a required last factor cannot be removed. */
const mayRemove = (
  { requiresFactor }: FactorDependencies,
  { user, factors }: { user: User; factors: Factors },
): boolean => !requiresFactor(user.role) || Number(factors.totp !== null) + factors.passkeys.length > 1;

async function remove(
  dependencies: FactorDependencies,
  owner: Owner,
  {
    kind,
    deleteRow,
  }: { kind: 'TOTP_REMOVED' | 'PASSKEY_REMOVED'; deleteRow: (trx: Trx) => Promise<{ userId: string } | undefined> },
): Promise<{ removed: true } | Refusal<'NOT_FOUND' | 'SECOND_FACTOR_REQUIRED'> | EndedMeanwhile> {
  const at = dependencies.clock.now();
  const { user, ...asked } = owner;
  return dependencies.db.transaction().execute(async (trx) => {
    if (!(await lockOwner(trx, user.id))) return refuse('NOT_FOUND');
    const factors = await readFactors(trx, user.id);
    if (!mayRemove(dependencies, { user, factors })) return refuse('SECOND_FACTOR_REQUIRED');
    return recordOwnershipChange(trx, { ...asked, userId: user.id, kind, at }, async () => {
      if (!(await deleteRow(trx))) return refuse('NOT_FOUND');
      await forgetUselessCodes(trx, user.id);
      return { removed: true as const };
    });
  });
}

export const removeTotp = (dependencies: FactorDependencies, owner: Owner) =>
  remove(dependencies, owner, {
    kind: 'TOTP_REMOVED',
    deleteRow: (trx) =>
      trx
        .deleteFrom('totpFactors')
        .where('userId', '=', owner.user.id)
        .where('confirmedAt', 'is not', null)
        .returning('userId')
        .executeTakeFirst(),
  });

export const removePasskey = (dependencies: FactorDependencies, { id, ...owner }: Owner & { id: string }) =>
  remove(dependencies, owner, {
    kind: 'PASSKEY_REMOVED',
    deleteRow: (trx) =>
      trx
        .deleteFrom('passkeys')
        .where('id', '=', id)
        .where('userId', '=', owner.user.id)
        .returning('userId')
        .executeTakeFirst(),
  });

/** Replaces the remaining recovery codes with ten new ones. */
export async function remakeRecoveryCodes(
  { db, clock }: FactorDependencies,
  { user: { id: userId }, ...asked }: Owner,
): Promise<{ recoveryCodes: string[] } | Refusal<'CONFLICT'> | EndedMeanwhile> {
  const at = clock.now();
  return db.transaction().execute(async (trx) => {
    if (!(await lockOwner(trx, userId)) || !(await hasSecondFactor(trx, userId))) return refuse('CONFLICT');
    return recordOwnershipChange(trx, { ...asked, userId, kind: 'RECOVERY_CODES_MADE', at }, async () => ({
      recoveryCodes: await makeRecoveryCodes(trx, { userId, at }),
    }));
  });
}

export async function beginPasskey(
  { db, clock }: FactorDependencies,
  { user, site }: Pick<Owner, 'user'> & { site: PasskeySite },
): Promise<{ options: Awaited<ReturnType<typeof registrationOptions>> } | Refusal<'CONFLICT'>> {
  const { passkeys } = await readFactors(db, user.id);
  if (passkeys.length >= maxPasskeys) return refuse('CONFLICT');
  const username = user.username ?? user.email;
  return { options: await registrationOptions(db, site, { userId: user.id, username, at: clock.now() }) };
}

/** A passkey that the browser has just created. `name`: how its owner recognises it. */
export async function addPasskey(
  { db, clock }: FactorDependencies,
  {
    user: { id: userId },
    session,
    device,
    proofs,
    site,
    name,
    response,
  }: Owner & { site: PasskeySite; name: string; response: PasskeyCreation },
): Promise<AddedFactor | Refusal<'PASSKEY_FAILED' | 'CONFLICT'> | EndedMeanwhile> {
  const at = clock.now();
  const credential = await verifyRegistration(db, site, { userId, response, at });
  if (!credential) return refuse('PASSKEY_FAILED');
  return db.transaction().execute(async (trx) => {
    if (!(await lockOwner(trx, userId))) return refuse('PASSKEY_FAILED');
    const factors = await readFactors(trx, userId);
    if (factors.passkeys.length >= maxPasskeys) return refuse('CONFLICT');
    const isFirst = factors.totp === null && factors.passkeys.length === 0;
    return recordOwnershipChange(trx, { userId, session, kind: 'PASSKEY_ADDED', proofs, device, at }, async () => {
      const added = await trx
        .insertInto('passkeys')
        .values({
          id: newId(at),
          userId,
          credentialId: credential.id,
          publicKey: Buffer.from(credential.publicKey),
          counter: credential.counter,
          transports: credential.transports ?? [],
          domain: site.passkeyDomain,
          name,
          createdAt: at,
        })
        .onConflict((on) => on.column('credentialId').doNothing())
        .returning('id')
        .executeTakeFirst();
      if (!added) return refuse('PASSKEY_FAILED');
      return { recoveryCodes: await beginWithFirst(trx, { userId, session, isFirst, at }) };
    });
  });
}

export async function renamePasskey(
  { db }: FactorDependencies,
  { userId, id, name }: { userId: string; id: string; name: string },
): Promise<{ name: string } | Refusal<'NOT_FOUND'>> {
  const renamed = await db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('userId', '=', userId)
    .returning('name')
    .executeTakeFirst();
  return renamed ?? refuse('NOT_FOUND');
}
