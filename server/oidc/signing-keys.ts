import { generateKeyPair, randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Db, DbOrTrx } from '../db/pool.ts';
import { openIfPossible, type Resealed, type Sealer } from '../sealed-secret.ts';
import { keySetAt, needsKey } from './signing-key-life.ts';

type Dependencies = { db: Db; clock: Clock; sealer: Sealer };
/** A private key in the provider's format (RFC 7517). */
export type SigningKey = { kid: string; alg: 'RS256'; use: 'sig'; kty: string };

const makePair = promisify(generateKeyPair);

const readKeys = (db: DbOrTrx) =>
  db.selectFrom('oidcSigningKeys').select(['id', 'keyId', 'sealed', 'createdAt']).execute();

async function addKey(db: DbOrTrx, { sealer, clock }: Dependencies): Promise<void> {
  const id = randomUUID();
  const { privateKey } = await makePair('rsa', { modulusLength: 2048 });
  const jwk = Buffer.from(JSON.stringify(privateKey.export({ format: 'jwk' })));
  await db
    .insertInto('oidcSigningKeys')
    .values({ id, ...sealer.seal(jwk, id), createdAt: clock.now() })
    .execute();
}

/** Locks the table, so that only one of several starting processes creates the first key. */
async function makeFirst(dependencies: Dependencies): Promise<void> {
  await dependencies.db.transaction().execute(async (trx) => {
    await sql`lock table oidc_signing_keys in exclusive mode`.execute(trx);
    if ((await readKeys(trx)).length === 0) await addKey(trx, dependencies);
  });
}

/** The keys to publish, the signing one first; creates the first key if there is none. */
export async function readSigningKeys(dependencies: Dependencies): Promise<SigningKey[]> {
  const { db, sealer, clock } = dependencies;
  if ((await readKeys(db)).length === 0) await makeFirst(dependencies);
  const { published } = keySetAt(await readKeys(db), clock.now());
  return published.map(({ id, keyId, sealed }) => ({
    ...(JSON.parse(sealer.open({ keyId, sealed }, id).toString()) as { kty: string }),
    kid: id,
    alg: 'RS256',
    use: 'sig',
  }));
}

export type KeysRenewed = Resealed & { added: number; removed: number };

/** Creates the next key when due, deletes retired ones, and seals the rest with the current sealing key. */
export async function renewSigningKeys(dependencies: Dependencies): Promise<KeysRenewed> {
  const { db, clock, sealer } = dependencies;
  return db.transaction().execute(async (trx) => {
    await sql`lock table oidc_signing_keys in exclusive mode`.execute(trx);
    const keys = await readKeys(trx);
    const { retired } = keySetAt(keys, clock.now());
    const added = needsKey(keys, clock.now()) ? 1 : 0;
    if (added > 0) await addKey(trx, dependencies);
    for (const { id } of retired) await trx.deleteFrom('oidcSigningKeys').where('id', '=', id).execute();
    const old = keys.filter((key) => key.keyId !== sealer.currentKeyId && !retired.includes(key));
    let unopened = 0;
    for (const { id, keyId, sealed } of old) {
      const jwk = openIfPossible(sealer, { keyId, sealed }, id);
      if (!jwk) unopened += 1;
      else await trx.updateTable('oidcSigningKeys').set(sealer.seal(jwk, id)).where('id', '=', id).execute();
    }
    return { added, removed: retired.length, resealed: old.length - unopened, unopened };
  });
}
