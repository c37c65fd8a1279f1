import * as z from 'zod/mini';
import type { FieldErrorCode } from '../fields/field-errors.ts';
import {
  addressLine1,
  addressLine2,
  anonymousId,
  city,
  countryCode,
  email,
  listKey,
  name,
  phoneCountryCode,
  phoneNumber,
  postalCode,
  withPostalCode,
} from '../fields/fields.ts';
import { normaliseText } from '../fields/typed-text.ts';
import { referral } from './referrals.ts';

/** What a parent enters about themself before paying: step 1, and the billing address (specification 5.1, 5.5). */
const required: FieldErrorCode = 'required';

export const parent = z.object({
  firstName: name,
  lastName: name,
  email,
  phoneCountryCode,
  phoneNumber,
  /** IANA name; entered with the billing address. */
  timeZone: z.optional(listKey),
});

export const address = z
  .object({
    line1: addressLine1,
    line2: z._default(addressLine2, ''),
    city,
    region: z.string(required).check(z.overwrite(normaliseText), z.regex(/^[\p{L}\p{N} .'/-]{1,64}$/u, required)),
    postalCode,
    country: countryCode,
  })
  .check(withPostalCode());

export const sections = z.array(z.enum(['NAME', 'PARENT', 'ADDRESS'])).check(z.maxLength(3));

export const segment = {
  segmentAnonymousId: z.optional(anonymousId),
  segmentIdentify: z._default(z.boolean(), false),
};

/** From a discount link: whole percent. The referrer in `x-referrer-key` decides its value. */
export const discountPercentage = z.optional(z.int().check(z.minimum(1), z.maximum(90)));

export const yourDetails = z.object({
  parent,
  knowsCoParentEmail: z.boolean(required),
  referral,
  sections: z._default(sections, ['NAME', 'PARENT']),
  parentDuplicateConfirmed: z._default(z.boolean(), false),
  discountPercentage,
  ...segment,
});
