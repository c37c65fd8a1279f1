import * as z from 'zod/mini';
import type { FieldErrorCode } from '#contract/fields/field-errors.ts';
import { productIds } from '#contract/sign-up/product-ids.ts';

const required: FieldErrorCode = 'options_required';
const optionCode = z._default(z.string(), '');

/** A term is required; an add-on holds an option's code, or nothing (specification 5.8). */
export const buildSchema = z.object({
  subscription: z.enum(productIds, required),
  myfiles: optionCode,
  tonemeter: optionCode,
  unlimitedPayments: optionCode,
  callsBasic: optionCode,
});
export type BuildInput = z.input<typeof buildSchema>;
export type Build = z.output<typeof buildSchema>;
