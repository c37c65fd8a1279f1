import * as z from 'zod/mini';
import { feeWaiverReasons } from '#contract/account/fee-waiver.ts';
import { courtOrder } from '#contract/fields/fields.ts';

export const feeWaiverSchema = z.object({ reason: z.enum(feeWaiverReasons), courtOrder });
export type FeeWaiverValues = z.output<typeof feeWaiverSchema>;
