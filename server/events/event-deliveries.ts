import { sql } from 'kysely';
import { after, days, hours, minutes, seconds } from '../clock.ts';
import type { Db, DbOrTrx, Trx } from '../db/pool.ts';
import type { Row } from '../db/schema.ts';
import type { Posted } from '../gateways/events/port.ts';

/** Longer than any call lasts: after it, another sender takes over the events of one that died. */
const leaseMs = minutes(1);
/** After this time without success an event is given up, and the next of its subject is sent. */
const abandonAfterMs = days(3);
const longestPauseMs = hours(6);

/** Milliseconds before the next try: 5 seconds, then four times as long each time, at most six hours. */
export const pauseAfter = (tries: number): number => Math.min(seconds(5) * 4 ** (tries - 1), longestPauseMs);

export type DueEvent = {
  endpointId: string;
  position: number;
  tries: number;
  failingSince: Date | null;
  id: string;
  type: string;
  subject: string;
  data: Record<string, unknown>;
  createdAt: Date;
  /** Whether its endpoint may receive personal data. */
  personalData: boolean;
};

/**
 * Claims due events of an endpoint, only the first waiting one of each subject: the next follows once it is delivered
 * or given up. Any number of senders may do so concurrently. Waiting events are read once per claim: checking each row
 * for an earlier one would scan a long backlog again and again. They are chosen once (`materialized`): otherwise a plan
 * may run the query with its limit again, and claim more.
 */
export async function claimEvents(
  db: Db,
  { endpointId, at, limit }: { endpointId: string; at: Date; limit: number },
): Promise<DueEvent[]> {
  const { rows } = await sql<DueEvent>`
    with first as materialized (
      select distinct on (subject) position, next_at from event_deliveries
      where endpoint_id = ${endpointId} and dead_at is null
        and exists (select from event_endpoints
          where id = ${endpointId} and paused_at is null and not_before <= ${at})
      order by subject, position
    ), chosen as materialized (
      select position from event_deliveries
      where endpoint_id = ${endpointId} and next_at <= ${at}
        and position in (
          select position from first where next_at <= ${at} order by next_at, position limit ${limit * 8}
        )
      order by next_at, position limit ${limit}
      for update skip locked
    ), taken as (
      update event_deliveries set next_at = ${after(at, leaseMs)}, tries = tries + 1
      where endpoint_id = ${endpointId} and position in (select position from chosen)
      returning endpoint_id, position, created_at, tries, failing_since
    )
    select taken.endpoint_id, taken.position, tries, failing_since, events.id, events.type, events.subject,
      events.data, events.created_at,
      (select personal_data from event_endpoints where id = taken.endpoint_id)
    from taken join outbound_events as events
      on events.created_at = taken.created_at and events.position = taken.position
    order by taken.position`.execute(db);
  return rows;
}

type Delivery = Pick<DueEvent, 'endpointId' | 'position'>;

export async function deliveredEvent(db: Db, { endpointId, position }: Delivery): Promise<void> {
  await db
    .deleteFrom('eventDeliveries')
    .where('endpointId', '=', endpointId)
    .where('position', '=', position)
    .execute();
}

type FailedDelivery = DueEvent & { posted: Extract<Posted, { delivered: false }>; at: Date };

/**
 * Records a failure: the event is retried after a pause, or given up (true). Its endpoint is not called at all for as
 * long as the receiver asks, at most six hours, or, if it is gone, until staff resume it.
 */
export async function failedEvent(
  db: Db,
  { endpointId, position, tries, failingSince, posted, at }: FailedDelivery,
): Promise<boolean> {
  const { failure, retryAfterMs = 0, isGone } = posted;
  const since = failingSince ?? at;
  const notBefore = after(at, Math.min(retryAfterMs, longestPauseMs));
  const isDead = at.getTime() - since.getTime() >= abandonAfterMs;
  await db
    .updateTable('eventDeliveries')
    .set({
      failingSince: since,
      lastFailure: failure,
      nextAt: after(at, pauseAfter(tries)),
      deadAt: isDead ? at : null,
    })
    .where('endpointId', '=', endpointId)
    .where('position', '=', position)
    .execute();
  await db
    .updateTable('eventEndpoints')
    .set({
      lastFailure: failure,
      lastFailureAt: at,
      ...(retryAfterMs > 0 ? { notBefore } : {}),
      ...(isGone ? { pausedAt: at, pausedBy: sql<'STAFF' | 'RECEIVER'>`coalesce(paused_by, 'RECEIVER')` } : {}),
    })
    .where('id', '=', endpointId)
    .execute();
  return isDead;
}

export type Replay = { endpointId: string; since?: Date; until?: Date; subject?: string };

/** Sends events of a time range or subject again, including those given up. Returns their number. */
export async function replayEvents(db: DbOrTrx, { endpointId, since, until, subject }: Replay): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into event_deliveries (endpoint_id, position, subject, created_at)
    select endpoints.id, position, subject, events.created_at
    from event_endpoints as endpoints, outbound_events as events
    where endpoints.id = ${endpointId} and (types = '{}' or type = any(types))
      and events.created_at >= ${since ?? '-infinity'}::timestamptz
      and events.created_at < ${until ?? 'infinity'}::timestamptz
      and (${subject ?? null}::text is null or subject = ${subject ?? null})
    on conflict (endpoint_id, position) do update
      set tries = 0, next_at = '-infinity', failing_since = null, dead_at = null, last_failure = null`.execute(db);
  return Number(numAffectedRows ?? 0);
}

const listed = ['position', 'subject', 'createdAt', 'tries', 'lastFailure', 'failingSince', 'deadAt'] as const;
export type ListedDelivery = Row<'eventDeliveries', typeof listed>;
type DeliveryFilter = { endpointId: string; isDead: boolean; limit: number };

/** Undelivered events of an endpoint, including those given up, earliest first. */
export async function firstDeliveries(
  db: DbOrTrx,
  { endpointId, isDead, limit }: DeliveryFilter,
): Promise<ListedDelivery[]> {
  return db
    .selectFrom('eventDeliveries')
    .select(listed)
    .where('endpointId', '=', endpointId)
    .where('deadAt', isDead ? 'is not' : 'is', null)
    .orderBy('position')
    .limit(limit)
    .execute();
}

/** Counts for each endpoint with undelivered events. `oldest`: when the earliest waiting event happened. */
export async function countDeliveries(db: Db) {
  return db
    .selectFrom('eventDeliveries')
    .select((eb) => [
      'endpointId',
      eb.fn.countAll<number>().filterWhere('deadAt', 'is', null).as('waiting'),
      eb.fn.min<Date | null>('createdAt').filterWhere('deadAt', 'is', null).as('oldest'),
      eb.fn.countAll<number>().filterWhere('deadAt', 'is not', null).as('givenUp'),
    ])
    .groupBy('endpointId')
    .execute();
}

/** Deletes the events that were given up for an endpoint. Returns their number. */
export async function forgetDeadEvents(trx: Trx, endpointId: string): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('eventDeliveries')
    .where('endpointId', '=', endpointId)
    .where('deadAt', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
