import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { EventType } from '#contract/events/events.ts';
import { after, hours } from '../clock.ts';
import type { Db, DbOrTrx, Trx } from '../db/pool.ts';
import type { Row } from '../db/schema.ts';
import { newId } from '../new-id.ts';
import { openIfPossible, type Resealed, type Sealed, type Sealer } from '../sealed-secret.ts';

const columns = [
  'id',
  'url',
  'types',
  'personalData',
  'lastFailure',
  'lastFailureAt',
  'pausedAt',
  'pausedBy',
  'notBefore',
] as const;
export type EventEndpoint = Row<'eventEndpoints', typeof columns>;

/** How long a previous secret still signs, besides the new one. */
const overlapMs = hours(24);

/** 256 bits, in the format of Standard Webhooks. */
const newSecret = () => randomBytes(32);
const formatSecret = (secret: Buffer) => `whsec_${secret.toString('base64')}`;
const ownerOf = (endpointId: string) => `event-endpoint:${endpointId}`;

type EndpointDependencies = { db: Db; sealer: Sealer };

async function storeSecret(db: DbOrTrx, { sealer, endpointId, at }: { sealer: Sealer; endpointId: string; at: Date }) {
  const secret = newSecret();
  await db
    .insertInto('eventSecrets')
    .values({ id: newId(at), endpointId, ...sealer.seal(secret, ownerOf(endpointId)) })
    .execute();
  return formatSecret(secret);
}

type NewEndpoint = { url: string; types: readonly EventType[]; personalData: boolean; at: Date };

/** Adds an endpoint, which receives events from now on. Its secret is shown only once. */
export async function addEndpointIn(
  trx: Trx,
  { types, at, sealer, ...endpoint }: NewEndpoint & { sealer: Sealer },
): Promise<{ id: string; secret: string }> {
  const id = newId(at);
  await trx
    .insertInto('eventEndpoints')
    .values({ id, ...endpoint, types: [...types], createdAt: at })
    .execute();
  return { id, secret: await storeSecret(trx, { sealer, endpointId: id, at }) };
}

export const addEndpoint = (
  { db, sealer }: EndpointDependencies,
  endpoint: NewEndpoint,
): Promise<{ id: string; secret: string }> =>
  db.transaction().execute((trx) => addEndpointIn(trx, { ...endpoint, sealer }));

type RotationParams = { id: string; at: Date };

/** Rotates the secret, which is shown only once; the previous one also signs for another day. */
export async function rotateSecretIn(
  trx: Trx,
  { id, at, sealer }: RotationParams & { sealer: Sealer },
): Promise<string> {
  // Locked: otherwise the new secrets of two concurrent rotations would both sign for good.
  await trx.selectFrom('eventEndpoints').select('id').where('id', '=', id).forUpdate().execute();
  await trx
    .updateTable('eventSecrets')
    .set({ validUntil: after(at, overlapMs) })
    .where('endpointId', '=', id)
    .where('validUntil', 'is', null)
    .execute();
  await trx.deleteFrom('eventSecrets').where('endpointId', '=', id).where('validUntil', '<', at).execute();
  return storeSecret(trx, { sealer, endpointId: id, at });
}

export const rotateSecret = ({ db, sealer }: EndpointDependencies, rotating: RotationParams): Promise<string> =>
  db.transaction().execute((trx) => rotateSecretIn(trx, { ...rotating, sealer }));

/** Removes an endpoint and its deliveries, in the caller's transaction. */
export async function removeEndpoint(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('eventEndpoints').where('id', '=', id).execute();
  await trx.deleteFrom('eventDeliveries').where('endpointId', '=', id).execute();
}

/** Pauses an endpoint, whose events wait from now on. False if it is already paused. */
export async function pauseEndpoint(db: DbOrTrx, { id, at }: { id: string; at: Date }): Promise<boolean> {
  const paused = await db
    .updateTable('eventEndpoints')
    .set({ pausedAt: at, pausedBy: 'STAFF' })
    .where('id', '=', id)
    .where('pausedAt', 'is', null)
    .executeTakeFirst();
  return paused.numUpdatedRows > 0n;
}

/** Resumes an endpoint: waiting events are sent, each for up to three days again. False if it is not paused. */
export async function resumeEndpoint(db: DbOrTrx, id: string): Promise<boolean> {
  const resumed = await db
    .updateTable('eventEndpoints')
    .set({ pausedAt: null, pausedBy: null, notBefore: sql<Date>`'-infinity'` })
    .where('id', '=', id)
    .where('pausedAt', 'is not', null)
    .executeTakeFirst();
  if (resumed.numUpdatedRows === 0n) return false;
  await db
    .updateTable('eventDeliveries')
    .set({ tries: 0, nextAt: sql<Date>`'-infinity'`, failingSince: null })
    .where('endpointId', '=', id)
    .where('deadAt', 'is', null)
    .execute();
  return true;
}

export async function listEndpoints(db: Db): Promise<EventEndpoint[]> {
  return db.selectFrom('eventEndpoints').select(columns).orderBy('id').execute();
}

/** The secrets of an endpoint that sign at an instant, the newest first. */
export async function secretsOf(
  { db, sealer }: EndpointDependencies,
  { id, at }: { id: string; at: Date },
): Promise<string[]> {
  const rows = await db
    .selectFrom('eventSecrets')
    .select(['keyId', 'sealed'])
    .where('endpointId', '=', id)
    .where((where) => where.or([where('validUntil', 'is', null), where('validUntil', '>', at)]))
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => formatSecret(sealer.open(row, ownerOf(id))));
}

/** Previous secrets that still sign at an instant. */
export async function earlierSecrets(db: Db, at: Date) {
  return db.selectFrom('eventSecrets').select(['endpointId', 'validUntil']).where('validUntil', '>', at).execute();
}

/** Reseals the secrets of event endpoints that are sealed with an earlier key, so that it can be removed. */
export async function resealEventSecrets({ db, sealer }: EndpointDependencies): Promise<Resealed> {
  const rows: ({ id: string; endpointId: string } & Sealed)[] = await db
    .selectFrom('eventSecrets')
    .select(['id', 'endpointId', 'keyId', 'sealed'])
    .where('keyId', '!=', sealer.currentKeyId)
    .execute();
  let unopened = 0;
  for (const { id, endpointId, ...row } of rows) {
    const owner = ownerOf(endpointId);
    const secret = openIfPossible(sealer, row, owner);
    if (!secret) unopened++;
    else await db.updateTable('eventSecrets').set(sealer.seal(secret, owner)).where('id', '=', id).execute();
  }
  return { resealed: rows.length - unopened, unopened };
}
