import type { BodyOf } from '#contract/api/route.ts';
import type { createRegistration } from '#contract/api/sign-up/registrations.ts';
import type { Language } from '../db/schema.ts';
import { isDuplicate } from '../identity/duplicate-check.ts';
import { emailProofOf } from '../identity/proven-email.ts';
import { type Refusal, refuseFields } from '../refusal.ts';
import { newExpiry, type RegistrationView, type SignUpDependencies } from './open-registration.ts';
import { insertRegistration } from './registration-repository.ts';

type Body = BodyOf<typeof createRegistration>;
export type Context = {
  language: Language;
  referrerKey: string | null;
  anonymousId: string | null;
  /** Of the site where the sign-up begins. */
  siteCountry: string;
  /** The address that this browser has proved with a mailed code. */
  provenEmail: string | null;
};

/** Step 1 of a new sign-up. A discount link's parameters are stored; whether they apply is decided with every price. */
export async function startRegistration(
  dependencies: SignUpDependencies,
  { body, context: { provenEmail, ...context } }: { body: Body; context: Context },
): Promise<(RegistrationView & { registrationKey: string }) | Refusal<'VALIDATION'>> {
  const { db, clock } = dependencies;
  const {
    // A time zone is checked with the address, and accepted only with it.
    parent: { timeZone: _, ...parent },
    knowsCoParentEmail,
    referral,
    parentDuplicateConfirmed,
    reach = null,
    discountPercentage = null,
    segmentAnonymousId,
  } = body;
  const at = clock.now();
  const emailProvenAt = emailProofOf({ email: parent.email, provenEmail, at });
  const isProven = emailProvenAt !== null;
  const known = !parentDuplicateConfirmed && (await isDuplicate(db, { ...parent, isProven, at }));
  if (known) return refuseFields({ field: 'parent.duplicate', code: 'parent_duplicate' });
  const expiresAt = newExpiry(dependencies);
  const { id, key } = await insertRegistration(db, {
    ...context,
    anonymousId: segmentAnonymousId ?? context.anonymousId,
    parent,
    emailProvenAt,
    knowsCoParentEmail,
    referral,
    parentDuplicateConfirmed,
    reach,
    discountPercentage: context.referrerKey === null ? null : discountPercentage,
    expiresAt,
    at,
  });
  return {
    signupId: id,
    registrationKey: key,
    expiresAt: expiresAt.toISOString(),
    lastCompletedStep: 1,
    linkOpenedAt: null,
  };
}
