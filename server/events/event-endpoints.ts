import { randomBytes } from 'node:crypto';
import type { EventType } from '#contract/events/events.ts';
import { after, hours } from '../clock.ts';
import type { Db, DbOrTrx } from '../db/pool.ts';
import type { Row } from '../db/schema.ts';
import { newId } from '../new-id.ts';
import type { Sealed, Sealer } from '../sealed-secret.ts';

const columns = ['id', 'url', 'types', 'personalData', 'lastFailure', 'lastFailureAt'] as const;
export type EventEndpoint = Row<'eventEndpoints', typeof columns>;

/** How long an earlier secret still signs, beside the new one. */
const overlapMs = hours(24);

/** 256 bits, in the form of Standard Webhooks. */
const newSecret = () => randomBytes(32);
const shown = (secret: Buffer) => `whsec_${secret.toString('base64')}`;
const ownerOf = (endpointId: string) => `event-endpoint:${endpointId}`;

type Keeping = { db: Db; sealer: Sealer };

async function keepSecret(db: DbOrTrx, { sealer, endpointId, at }: { sealer: Sealer; endpointId: string; at: Date }) {
  const secret = newSecret();
  await db
    .insertInto('eventSecrets')
    .values({ id: newId(at), endpointId, ...sealer.seal(secret, ownerOf(endpointId)) })
    .execute();
  return shown(secret);
}

type NewEndpoint = { url: string; types: readonly EventType[]; personalData: boolean; at: Date };

/** Tells an address of all that happens from now on. Its secret is told this once. */
export async function addEndpoint(
  { db, sealer }: Keeping,
  { types, at, ...endpoint }: NewEndpoint,
): Promise<{ id: string; secret: string }> {
  return db.transaction().execute(async (trx) => {
    const id = newId(at);
    await trx
      .insertInto('eventEndpoints')
      .values({ id, ...endpoint, types: [...types], createdAt: at })
      .execute();
    return { id, secret: await keepSecret(trx, { sealer, endpointId: id, at }) };
  });
}

/** Another secret, told this once; the one before goes on signing beside it for a day. */
export async function rotateSecret({ db, sealer }: Keeping, { id, at }: { id: string; at: Date }): Promise<string> {
  return db.transaction().execute(async (trx) => {
    await trx
      .updateTable('eventSecrets')
      .set({ validUntil: after(at, overlapMs) })
      .where('endpointId', '=', id)
      .where('validUntil', 'is', null)
      .execute();
    await trx.deleteFrom('eventSecrets').where('endpointId', '=', id).where('validUntil', '<', at).execute();
    return keepSecret(trx, { sealer, endpointId: id, at });
  });
}

export async function removeEndpoint(db: Db, id: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('eventEndpoints').where('id', '=', id).execute();
    await trx.deleteFrom('eventDeliveries').where('endpointId', '=', id).execute();
  });
}

export async function listEndpoints(db: Db): Promise<EventEndpoint[]> {
  return db.selectFrom('eventEndpoints').select(columns).orderBy('id').execute();
}

/** The secrets of an endpoint that sign at an instant, the newest first. */
export async function secretsOf({ db, sealer }: Keeping, { id, at }: { id: string; at: Date }): Promise<string[]> {
  const rows = await db
    .selectFrom('eventSecrets')
    .select(['keyId', 'sealed'])
    .where('endpointId', '=', id)
    .where((where) => where.or([where('validUntil', 'is', null), where('validUntil', '>', at)]))
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => shown(sealer.open(row, ownerOf(id))));
}

/** After a change of the sealing keys: the current one seals what an earlier one has. */
export async function resealEventSecrets({ db, sealer }: Keeping): Promise<void> {
  const rows: ({ id: string; endpointId: string } & Sealed)[] = await db
    .selectFrom('eventSecrets')
    .select(['id', 'endpointId', 'keyId', 'sealed'])
    .where('keyId', '!=', sealer.currentKeyId)
    .execute();
  for (const { id, endpointId, ...row } of rows)
    await db
      .updateTable('eventSecrets')
      .set(sealer.seal(sealer.open(row, ownerOf(endpointId)), ownerOf(endpointId)))
      .where('id', '=', id)
      .execute();
}
