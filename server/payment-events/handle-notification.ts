import type { GatewayEvent } from '../gateways/payment/port.ts';
import { type EventDependencies, eventHandlers } from './handlers.ts';
import { closeNotification, openNotification } from './notification-repository.ts';

/** Handles a stored report, once. */
export async function handleNotification(
  dependencies: EventDependencies,
  id: string,
): Promise<{ retryAt: Date } | null> {
  const found = await openNotification(dependencies.db, id);
  if (!found) return null;
  const { event, ...received } = found;
  const handle = eventHandlers[event.kind] as (
    dependencies: EventDependencies,
    event: GatewayEvent,
    received: { occurredAt: Date; receivedAt: Date },
  ) => Promise<void | { retryAt: Date }>;
  const later = await handle(dependencies, event, received);
  if (later) return later;
  await closeNotification(dependencies.db, { id, at: dependencies.clock.now() });
  return null;
}
