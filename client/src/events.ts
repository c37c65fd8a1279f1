import { Webhook } from 'standardwebhooks';
import type { Webhooks } from './api/index.ts';

/** What a webhook says, by its `type`. Of each `subject` the highest `sequence` is what holds. */
export type EvenkeelEvent = Webhooks['body'];
export type EventType = EvenkeelEvent['type'];
export type EventOf<Type extends EventType> = Extract<EvenkeelEvent, { type: Type }>;

export const eventTypes = Object.keys({
  'person.changed.v1': true,
  'family.changed.v1': true,
  'invite.changed.v1': true,
  'subscription.changed.v1': true,
  'payment.changed.v1': true,
  'refund.changed.v1': true,
  'dispute.changed.v1': true,
  'consent.recorded.v1': true,
  'deletion.changed.v1': true,
  'merge.changed.v1': true,
} satisfies Record<EventType, true>) as EventType[];

type Received = {
  /** `whsec_…`, as it was shown when the endpoint was added. */
  secret: string;
  headers: Headers | Record<string, string | string[] | undefined>;
  /** The bytes as they came, or their text: read as JSON and written again they are no longer what was signed. */
  body: string | Uint8Array;
};

/**
 * The event that a webhook brings; null of a type that is newer than this package: answer 2xx all the same. Throws
 * `WebhookVerificationError` where the signature is not of this secret or is older than five minutes (Standard
 * Webhooks): answer 400 and believe nothing of it.
 */
export function verifyEvent({ secret, headers, body }: Received): EvenkeelEvent | null {
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const named = headers instanceof Headers ? Object.fromEntries(headers) : headers;
  const event = new Webhook(secret).verify(text, named as Record<string, string>) as EvenkeelEvent;
  return eventTypes.includes(event.type) ? event : null;
}
