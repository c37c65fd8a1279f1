import * as z from 'zod/mini';
import type { FieldErrorCode } from '../fields/field-errors.ts';
import { optionalText } from '../fields/fields.ts';
import { noContact } from '../fields/no-contact.ts';
import { needsExplanation, referralSelections } from './referral-selections.ts';

const required: FieldErrorCode = 'required';

export const referral = z
  .object({
    selection: z.enum(referralSelections, required),
    other: z._default(optionalText({ max: 200, error: 'max_200' }).check(noContact()), ''),
  })
  .check(
    z.refine((value) => !needsExplanation(value.selection) || value.other !== '', { path: ['other'], error: required }),
  );
