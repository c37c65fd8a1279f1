import * as z from 'zod/mini';
import { eventTypes } from '../../events/events.ts';
import { id } from '../../fields/fields.ts';
import { publicHeaders } from '../headers.ts';
import { route } from '../route.ts';
import { offeredAction } from './staff-people.ts';

/** The systems that receive events, and the state of their deliveries. */
const console = { tag: 'Staff', headers: publicHeaders, caller: 'staff-admin', limits: ['staff-read'] } as const;

const instant = z.nullable(z.iso.datetime());

const endpoint = z.object({
  id,
  url: z.string(),
  /** None: it receives every event. */
  types: z.array(z.enum(eventTypes)),
  /** Whether names and address are included. */
  personalData: z.boolean(),
  /** `GONE`: its receiver responded that it wants no more. `HELD_BACK`: it asked for no call before `notBefore`. */
  state: z.enum(['SENDING', 'HELD_BACK', 'PAUSED', 'GONE']),
  notBefore: instant,
  /** Until when an earlier secret signs besides the new one. */
  earlierSecretUntil: instant,
  waiting: z.int(),
  oldestWaitingSince: instant,
  givenUp: z.int(),
  lastFailure: z.nullable(z.string()),
  lastFailureAt: instant,
});
export type EventEndpointRow = z.output<typeof endpoint>;

export const listEventEndpoints = route({
  method: 'GET',
  path: '/v2/staff/event-endpoints',
  ...console,
  summary: 'List event endpoints with their queues and actions',
  answer: z.object({ endpoints: z.array(endpoint), offers: z.array(offeredAction) }),
});

const delivery = z.object({
  /** As receivers see it. */
  sequence: z.string(),
  subject: z.string(),
  happenedAt: z.iso.datetime(),
  tries: z.int(),
  /** For a pending delivery: since when it fails. For one that was given up: when. */
  since: instant,
  lastFailure: z.nullable(z.string()),
});
export type EventDeliveryRow = z.output<typeof delivery>;

export const readEventEndpoint = route({
  method: 'GET',
  path: '/v2/staff/event-endpoints/:endpointId',
  ...console,
  errors: ['NOT_FOUND'],
  summary: 'List undelivered and failed events of an endpoint, earliest first, with actions',
  params: z.object({ endpointId: id }),
  answer: z.extend(endpoint, {
    firstWaiting: z.array(delivery),
    firstGivenUp: z.array(delivery),
    offers: z.array(offeredAction),
  }),
});
