import * as z from 'zod/mini';
import type { FieldErrorCode } from './field-errors.ts';
import { optionalText } from './fields.ts';

/** How a parent heard of us. The first three need an explanation (specification 3.9, 5.1). */
export const referralSelections = [
  'COURT_ORDERED',
  'REFERRED_FL',
  'FRIEND_FAMILY',
  'CO_PARENT',
  'SEARCH',
  'SOCIAL_MEDIA',
  'ADVERTISEMENT',
  'OTHER',
] as const;

export type ReferralSelection = (typeof referralSelections)[number];

const explained: ReadonlySet<ReferralSelection> = new Set(['OTHER', 'COURT_ORDERED', 'REFERRED_FL']);

export function needsExplanation(selection: ReferralSelection | ''): boolean {
  return selection !== '' && explained.has(selection);
}

const required: FieldErrorCode = 'required';

export const referral = z
  .object({
    selection: z.enum(referralSelections, required),
    other: z._default(optionalText({ max: 200, error: 'max_200' }), ''),
  })
  .check(
    z.refine((value) => !needsExplanation(value.selection) || value.other !== '', { path: ['other'], error: required }),
  );
