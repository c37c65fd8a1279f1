import * as z from 'zod/mini';
import type { Day } from '../fields/day.ts';
import { languages } from '../fields/languages.ts';
import { inviteWhens } from '../invites/invite-timing.ts';
import { productIds } from '../sign-up/product-ids.ts';

/**
 * What people typed or chose, in responses. The rules of forms do not apply: they change, and what was stored
 * before, by an import or by staff must stay readable.
 */
const text = z.string();

/** ISO 3166-1 alpha-2. */
export const storedCountry = text;

export const storedChild = z.object({ firstName: text, lastName: text, email: text });

export const storedPhone = z.object({ phoneCountryCode: text, phoneNumber: text });

export const storedCoParent = z.extend(storedPhone, storedChild.shape);

export const storedAddress = z.object({
  line1: text,
  line2: text,
  city: text,
  region: text,
  postalCode: text,
  country: storedCountry,
});

export const storedReach = z.object({
  mail: z.boolean(),
  text: z.boolean(),
  call: z.boolean(),
  hours: z.nullable(z.object({ from: z.int(), until: z.int(), timeZone: text })),
  neutral: z.boolean(),
});

export const storedTiming = z.object({
  when: z.enum(inviteWhens),
  day: z.nullable(text as unknown as z.ZodMiniType<Day, string>),
  language: z.optional(z.enum(languages)),
});

export const storedOrder = z.object({
  packageId: z.int(),
  productId: z.nullable(z.enum(productIds)),
  services: z.array(text),
});
