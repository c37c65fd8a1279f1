import type * as z from 'zod/mini';
import { type EventType, envelopeOf } from '#contract/events/events.ts';
import type { EventPoster } from '#server/gateways/events/port.ts';

type Envelope = z.output<ReturnType<typeof envelopeOf>>;
export type Received = Envelope & { body: string };

/** Stores what it receives, as a receiver should: for each subject the state with the highest sequence. */
export function openReceiver() {
  const received: Received[] = [];
  const states = new Map<string, Received>();
  const take = (body: string) => {
    const { type } = JSON.parse(body) as { type: EventType };
    const event = { ...envelopeOf(type).parse(JSON.parse(body)), body };
    received.push(event);
    const known = states.get(event.subject);
    if (!known || known.sequence < event.sequence) states.set(event.subject, event);
  };
  /** Accepts everything at once. */
  const post: EventPoster = async ({ body }) => {
    take(body);
    return { delivered: true };
  };
  return { received, states, take, post };
}
