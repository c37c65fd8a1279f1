import * as z from 'zod/mini';
import type { Reach } from '#contract/account/reach.ts';
import { parent } from '#contract/sign-up/your-details.ts';

export const detailsSchema = z.object({
  parent: z.omit(parent, { timeZone: true }),
  reach: z.optional(z.custom<Reach>()),
});
export type DetailsInput = z.input<typeof detailsSchema>;
export type Details = z.output<typeof detailsSchema>;
