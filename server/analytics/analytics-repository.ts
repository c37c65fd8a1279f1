import { sql } from 'kysely';
import type { StorableEvent } from '#contract/api/analytics.ts';
import type { AnalyticsStep } from '#contract/sign-up/analytics-events.ts';
import { after, days } from '../clock.ts';
import type { DbOrTrx } from '../db/pool.ts';
import { newId } from '../new-id.ts';
import type { Visit } from './visit.ts';

export type StoredEvent = {
  messageId: string;
  type: 'track' | 'page' | 'identify';
  name: string | null;
  anonymousId: string | null;
  properties: Record<string, unknown>;
  receivedAt: Date;
};

function rowOf(event: StorableEvent) {
  const { messageId, type, anonymousId, timestamp } = event;
  const details = type === 'identify' ? event.traits : event.properties;
  const name = type === 'track' ? event.event : null;
  return {
    messageId,
    type,
    name,
    anonymousId,
    properties: { ...details, ...(timestamp ? { timestamp } : {}) },
  };
}

/**
 * Stores each event once, even if a browser sends it again within a day. A partition's key covers its month only, so
 * the past day is also searched.
 */
export async function storeEvents(
  db: DbOrTrx,
  { events, visit, at }: { events: readonly StorableEvent[]; visit: Visit; at: Date },
): Promise<void> {
  if (events.length === 0) return;
  const rows = JSON.stringify(events.map(rowOf));
  await sql`
    insert into analytics_events
      (message_id, type, name, anonymous_id, properties, received_at, country, device, language)
    select "messageId", type, name, "anonymousId", properties, ${at}::timestamptz,
      ${visit.country}, ${visit.device}, ${visit.language}
    from jsonb_to_recordset(${rows}::jsonb) as sent
      ("messageId" text, type text, name text, "anonymousId" text, properties jsonb)
    where not exists (select from analytics_events earlier where earlier.message_id = "messageId"
      and earlier.received_at >= ${after(at, -days(1))}::timestamptz)
    on conflict do nothing`.execute(db);
}

type RefusedEvent = {
  anonymousId: string;
  step: AnalyticsStep;
  invited: boolean;
  code: string;
  visit: Visit;
  at: Date;
};

/** Records that a step was refused, and its error code. For our own counts only, so it is not forwarded. */
export async function storeRefusal(
  db: DbOrTrx,
  { anonymousId, step, invited, code, visit, at }: RefusedEvent,
): Promise<void> {
  await db
    .insertInto('analyticsEvents')
    .values({
      messageId: newId(at),
      type: 'track',
      name: `${step} Refused`,
      anonymousId,
      properties: JSON.stringify({ step, invited, code }),
      receivedAt: at,
      forwardedAt: at,
      ...visit,
    })
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

/** `events` are in order of receipt, so that only the partitions of their months are searched. */
export async function markForwarded(
  db: DbOrTrx,
  { events, at }: { events: readonly StoredEvent[]; at: Date },
): Promise<void> {
  const [first, last] = [events.at(0), events.at(-1)];
  if (!first || !last) return;
  const ids = events.map(({ messageId }) => messageId);
  await db
    .updateTable('analyticsEvents')
    .set({ forwardedAt: at })
    .where('messageId', 'in', ids)
    .where('receivedAt', '>=', first.receivedAt)
    // The database stores microseconds, a Date only milliseconds.
    .where('receivedAt', '<', after(last.receivedAt, 1))
    .execute();
}

const maxEvents = 10_000;

/**
 * A browser's events during a sign-up. Earlier and later ones may be another person's: on a shared browser they would
 * show one parent when the other used it.
 */
export function eventsOf(db: DbOrTrx, { anonymousId, from, until }: { anonymousId: string; from: Date; until: Date }) {
  return db
    .selectFrom('analyticsEvents')
    .select(['type', 'name', 'properties', 'receivedAt'])
    .where('anonymousId', '=', anonymousId)
    .where('receivedAt', '>=', from)
    .where('receivedAt', '<=', until)
    .orderBy('receivedAt')
    .limit(maxEvents)
    .execute();
}
