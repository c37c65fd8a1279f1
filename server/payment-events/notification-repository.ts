import { enqueue } from '../db/job-queue.ts';
import type { Db } from '../db/pool.ts';
import type { GatewayEvent, GatewayNotification } from '../gateways/payment/port.ts';

/** Stores a report once, and queues its handling, in one transaction. A duplicate changes nothing. */
export async function storeNotification(
  db: Db,
  { event, receivedAt, ...values }: GatewayNotification & { receivedAt: Date },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const handled = event === null ? receivedAt : null;
    const stored = await trx
      .insertInto('gatewayNotifications')
      .values({ ...values, event: event && JSON.stringify(event), receivedAt, handledAt: handled })
      .onConflict((on) => on.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!stored || event === null) return;
    await enqueue(trx, { name: 'handle-gateway-notification', payload: { notificationId: stored.id } });
  });
}

/** A report that is not handled yet. */
export async function openNotification(
  db: Db,
  id: string,
): Promise<{ event: GatewayEvent; occurredAt: Date; receivedAt: Date } | null> {
  const row = await db
    .selectFrom('gatewayNotifications')
    .select(['event', 'occurredAt', 'receivedAt'])
    .where('id', '=', id)
    .where('handledAt', 'is', null)
    .executeTakeFirst();
  return row?.event ? { ...row, event: row.event as GatewayEvent } : null;
}

/** Its content is no longer needed, but its id is, so that a redelivery has no effect. */
export async function closeNotification(db: Db, { id, at }: { id: string; at: Date }): Promise<void> {
  await db.updateTable('gatewayNotifications').set({ event: null, handledAt: at }).where('id', '=', id).execute();
}
