import * as z from 'zod/mini';
import { feeWaiverReasons } from '#contract/fee-waiver.ts';
import { courtOrder } from '#contract/fields.ts';

export const feeWaiverSchema = z.object({ reason: z.enum(feeWaiverReasons), courtOrder });
export type FeeWaiverValues = z.output<typeof feeWaiverSchema>;
