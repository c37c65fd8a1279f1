import * as z from 'zod/mini';
import type { Reach } from '#contract/account/reach.ts';
import { yourDetails } from '#contract/sign-up/your-details.ts';

/** The part of the call's body that people type in step 1. */
export const detailsSchema = z.extend(z.pick(yourDetails, { parent: true, knowsCoParentEmail: true, referral: true }), {
  reach: z.optional(z.custom<Reach>()),
});
export type DetailsInput = z.input<typeof detailsSchema>;
export type Details = z.output<typeof detailsSchema>;
