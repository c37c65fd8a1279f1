import type { AnswerOf } from '#contract/api/route.ts';
import type {
  EventDeliveryRow,
  EventEndpointRow,
  listEventEndpoints as listRoute,
  readEventEndpoint as readRoute,
} from '#contract/api/staff/staff-events.ts';
import type { EventType } from '#contract/events/events.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/pool.ts';
import { countDeliveries, firstDeliveries, type ListedDelivery } from '../events/event-deliveries.ts';
import { type EventEndpoint, earlierSecrets, listEndpoints } from '../events/event-endpoints.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { allEndpoints } from './actions/event-endpoints.ts';
import { offersForSubject } from './offered-actions.ts';
import type { StaffSession } from './staff-session.ts';

type Dependencies = { db: Db; clock: Clock };
const iso = (at: Date | null | undefined) => at?.toISOString() ?? null;

function stateOf({ pausedBy, notBefore }: EventEndpoint, at: Date): EventEndpointRow['state'] {
  if (pausedBy !== null) return pausedBy === 'STAFF' ? 'PAUSED' : 'GONE';
  return notBefore > at ? 'HELD_BACK' : 'SENDING';
}

async function endpointRows(db: Db, at: Date): Promise<EventEndpointRow[]> {
  const [endpoints, counts, earlier] = await Promise.all([
    listEndpoints(db),
    countDeliveries(db),
    earlierSecrets(db, at),
  ]);
  return endpoints.map((endpoint) => {
    const { id, url, types, personalData, notBefore, lastFailure, lastFailureAt } = endpoint;
    const state = stateOf(endpoint, at);
    const counted = counts.find(({ endpointId }) => endpointId === id);
    return {
      id,
      url,
      types: types as EventType[],
      personalData,
      state,
      notBefore: state === 'HELD_BACK' ? iso(notBefore) : null,
      earlierSecretUntil: iso(earlier.find(({ endpointId }) => endpointId === id)?.validUntil),
      waiting: counted?.waiting ?? 0,
      oldestWaitingSince: iso(counted?.oldest),
      givenUp: counted?.givenUp ?? 0,
      lastFailure,
      lastFailureAt: iso(lastFailureAt),
    };
  });
}

/** The event endpoints, with the state of their deliveries. */
export async function viewEventEndpoints(
  { db, clock }: Dependencies,
  { roles }: StaffSession,
): Promise<AnswerOf<typeof listRoute>> {
  const at = clock.now();
  const [endpoints, offers] = await Promise.all([
    endpointRows(db, at),
    offersForSubject(db, { roles, names: ['ADD_EVENT_ENDPOINT'], subject: allEndpoints, at }),
  ]);
  return { endpoints, offers };
}

const endpointActions = [
  'ROTATE_EVENT_SECRET',
  'PAUSE_EVENTS',
  'RESUME_EVENTS',
  'REPLAY_EVENTS_OF_DAYS',
  'REPLAY_EVENTS_OF_SUBJECT',
  'DISCARD_GIVEN_UP_EVENTS',
  'CLEAR_FOR_PERSONAL_DATA',
  'WITHHOLD_PERSONAL_DATA',
  'REMOVE_EVENT_ENDPOINT',
] as const;

const deliveryRow = ({ position, subject, createdAt, tries, failingSince, deadAt, lastFailure }: ListedDelivery) => ({
  sequence: String(position),
  subject,
  happenedAt: createdAt.toISOString(),
  tries,
  since: iso(deadAt ?? failingSince),
  lastFailure,
});

/** One endpoint, with waiting and dead deliveries and the possible actions. */
export async function viewEventEndpoint(
  { db, clock }: Dependencies,
  { id, roles }: { id: string; roles: StaffSession['roles'] },
): Promise<AnswerOf<typeof readRoute> | Refusal<'NOT_FOUND'>> {
  const at = clock.now();
  const endpoint = (await endpointRows(db, at)).find((one) => one.id === id);
  if (!endpoint) return refuse('NOT_FOUND');
  const first = async (isDead: boolean): Promise<EventDeliveryRow[]> =>
    (await firstDeliveries(db, { endpointId: id, isDead, limit: 50 })).map(deliveryRow);
  const [firstWaiting, firstGivenUp, offers] = await Promise.all([
    first(false),
    first(true),
    offersForSubject(db, { roles, names: endpointActions, subject: id, at }),
  ]);
  return { ...endpoint, firstWaiting, firstGivenUp, offers };
}
