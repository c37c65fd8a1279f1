import type { StorableEvent } from '#contract/api/analytics.ts';
import type { DbOrTrx } from '../db/pool.ts';

export type StoredEvent = {
  messageId: string;
  type: 'track' | 'page' | 'identify';
  name: string | null;
  anonymousId: string | null;
  properties: Record<string, unknown>;
  receivedAt: Date;
};

function rowOf(event: StorableEvent, at: Date) {
  const { messageId, type, anonymousId, timestamp } = event;
  const said = type === 'identify' ? event.traits : event.properties;
  const name = type === 'track' ? event.event : null;
  return {
    messageId,
    type,
    name,
    anonymousId,
    properties: JSON.stringify({ ...said, ...(timestamp ? { timestamp } : {}) }),
    receivedAt: at,
  };
}

/** Keeps events once, however often a browser sends them. */
export async function storeEvents(
  db: DbOrTrx,
  { events, at }: { events: readonly StorableEvent[]; at: Date },
): Promise<void> {
  if (events.length === 0) return;
  await db
    .insertInto('analyticsEvents')
    .values(events.map((event) => rowOf(event, at)))
    .onConflict((on) => on.column('messageId').doNothing())
    .execute();
}

export async function waitingEvents(db: DbOrTrx, limit: number): Promise<StoredEvent[]> {
  return db
    .selectFrom('analyticsEvents')
    .select(['messageId', 'type', 'name', 'anonymousId', 'properties', 'receivedAt'])
    .where('forwardedAt', 'is', null)
    .orderBy('receivedAt')
    .limit(limit)
    .execute();
}

export async function markForwarded(
  db: DbOrTrx,
  { messageIds, at }: { messageIds: readonly string[]; at: Date },
): Promise<void> {
  await db.updateTable('analyticsEvents').set({ forwardedAt: at }).where('messageId', 'in', messageIds).execute();
}
