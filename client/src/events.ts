import { Webhook } from 'standardwebhooks';
import type { Webhooks } from './api/index.ts';

/**
 * The event of a webhook, by its `type`. For each `subject`, the event with the highest `sequence` is the current
 * state.
 */
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
  /** The raw bytes, or their text: parsed and serialised again, they no longer match the signature. */
  body: string | Uint8Array;
};

/**
 * Verifies a webhook and returns its event; null for a type newer than this package: respond with 2xx anyway. Throws
 * `WebhookVerificationError` if the signature does not match this secret or is older than five minutes (Standard
 * Webhooks): respond with 400 and discard it.
 */
export function verifyEvent({ secret, headers, body }: Received): EvenkeelEvent | null {
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const named = headers instanceof Headers ? Object.fromEntries(headers) : headers;
  const event = new Webhook(secret).verify(text, named as Record<string, string>) as EvenkeelEvent;
  return eventTypes.includes(event.type) ? event : null;
}
