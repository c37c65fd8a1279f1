import type { Clock } from '../clock.ts';
import type { Db } from '../db/pool.ts';
import type { EventPoster, Posted } from '../gateways/events/port.ts';
import { isUninvited } from '../identity/invite-timing-repository.ts';
import { readUser } from '../identity/user-repository.ts';
import type { Sealer } from '../sealed-secret.ts';
import { claimEvents, type DueEvent, deliveredEvent, failedEvent } from './event-deliveries.ts';
import { type EventEndpoint, secretsOf } from './event-endpoints.ts';

export type SendingDependencies = {
  db: Db;
  clock: Clock;
  sealer: Sealer;
  postEvent: EventPoster;
  publicUrl: string;
  log: { warn: (fields: object, text: string) => void };
};

/** Concurrent calls of one process to one endpoint. */
const atOnce = 8;

const inCamelCase = (data: object) =>
  Object.fromEntries(
    Object.entries(data).map(([name, value]) => [
      name.replaceAll(/_(\w)/g, (_, sign: string) => sign.toUpperCase()),
      value,
    ]),
  );

/**
 * Personal data is read when an event is sent: none is stored with it, and none is sent about a closed account, nor
 * about a parent who was never invited, because the inviter decides when and whether anybody contacts them.
 */
async function personOf(db: Db, { subject, data }: DueEvent) {
  const id = subject.startsWith('people/') ? data['id'] : data['user_id'];
  const user = typeof id === 'string' ? await readUser(db, id) : null;
  if (!user || user.status === 'CLOSED' || (await isUninvited(db, user.id))) return null;
  const { firstName, lastName, email, emailProvenAt, language } = user;
  return { id: user.id, firstName, lastName, email, emailVerified: emailProvenAt !== null, language };
}

/** A CloudEvent in structured mode. */
async function bodyOf({ db, publicUrl }: SendingDependencies, event: DueEvent) {
  return JSON.stringify({
    specversion: '1.0',
    id: event.id,
    source: publicUrl,
    type: event.type,
    subject: event.subject,
    time: event.createdAt.toISOString(),
    datacontenttype: 'application/json',
    sequence: String(event.position).padStart(20, '0'),
    data: inCamelCase(event.data),
    ...(event.personalData ? { person: await personOf(db, event) } : {}),
  });
}

async function post(dependencies: SendingDependencies, event: DueEvent, endpoint: EventEndpoint): Promise<Posted> {
  const at = dependencies.clock.now();
  const body = await bodyOf(dependencies, event);
  const secrets = await secretsOf(dependencies, { id: endpoint.id, at });
  return dependencies.postEvent({ url: endpoint.url, secrets, id: event.id, at, body });
}

async function send(dependencies: SendingDependencies, event: DueEvent, endpoint: EventEndpoint): Promise<void> {
  const { db, clock, log } = dependencies;
  const posted = await post(dependencies, event, endpoint);
  if (posted.delivered) return deliveredEvent(db, event);
  const isDead = await failedEvent(db, { ...event, posted, at: clock.now() });
  const about = { endpoint: endpoint.id, event: event.id, failure: posted.failure };
  if (posted.isGone) log.warn(about, 'event endpoint returned 410 and was paused');
  if (isDead) log.warn(about, 'event given up');
}

/** Sends some of the events that are due to an endpoint. True if there may be more. */
export async function sendEvents(dependencies: SendingDependencies, endpoint: EventEndpoint): Promise<boolean> {
  const { db, clock } = dependencies;
  const due = await claimEvents(db, { endpointId: endpoint.id, at: clock.now(), limit: atOnce });
  await Promise.all(due.map((event) => send(dependencies, event, endpoint)));
  return due.length > 0;
}
