import * as z from 'zod/mini';
import { feeWaiverReasons } from '#contract/account/fee-waiver.ts';
import type { FieldErrorCode } from '#contract/fields/field-errors.ts';
import { courtOrder } from '#contract/fields/fields.ts';

const required: FieldErrorCode = 'required';

export const feeWaiverSchema = z.object({ reason: z.enum(feeWaiverReasons, required), courtOrder });
export type FeeWaiverValues = z.output<typeof feeWaiverSchema>;
