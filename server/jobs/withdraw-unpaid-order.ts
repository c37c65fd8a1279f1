import { withdrawUnpaidOrder as withdraw } from '../payment-events/withdraw-unpaid-order.ts';
import type { Job } from './job.ts';

export const withdrawUnpaidOrder: Job<{ orderId: string }> = { run: withdraw };
