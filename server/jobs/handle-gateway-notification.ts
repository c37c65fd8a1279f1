import { enqueue } from '../db/job-queue.ts';
import { handleNotification } from '../payment-events/handle-notification.ts';
import type { Job } from './job.ts';

export const handleGatewayNotification: Job<{ notificationId: string }> = {
  run: async (dependencies, { notificationId }) => {
    const later = await handleNotification(dependencies, notificationId);
    if (!later) return;
    await enqueue(dependencies.db, {
      name: 'handle-gateway-notification',
      payload: { notificationId },
      runAt: later.retryAt,
      key: `gateway-notification:${notificationId}`,
    });
  },
};
