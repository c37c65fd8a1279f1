import type { BodyOf } from '#contract/api/route.ts';
import type { createRegistration } from '#contract/api/registrations.ts';
import { m } from '#messages/messages.js';
import { isDuplicate } from '../accounts/user-repository.ts';
import type { Language } from '../db/schema.ts';
import { createLinkCoupon } from '../pricing/coupon-repository.ts';
import { type Refusal, refuseFields } from '../refusal.ts';
import { newExpiry, type RegistrationView, type SignUpDependencies } from './open-registration.ts';
import { insertRegistration } from './registration-repository.ts';

type Body = BodyOf<typeof createRegistration>;
export type Context = { language: Language; referrerKey: string | null; anonymousId: string | null };

/** Step 1 of a new sign-up. A discount link's percentage becomes a coupon with one use. */
export async function startRegistration(
  dependencies: SignUpDependencies,
  { body, context }: { body: Body; context: Context },
): Promise<(RegistrationView & { registrationKey: string }) | Refusal> {
  const { db, clock } = dependencies;
  const { parent, knowsCoParentEmail, referral, parentDuplicateConfirmed, discountPercentage = null, segmentAnonymousId } = body;
  if (!parentDuplicateConfirmed && (await isDuplicate(db, parent)))
    return refuseFields({ field: 'parent.duplicate', code: 'parent_duplicate' });
  const expiresAt = newExpiry(dependencies);
  const registration = {
    ...context,
    anonymousId: segmentAnonymousId ?? context.anonymousId,
    parent,
    knowsCoParentEmail,
    referral,
    parentDuplicateConfirmed,
    discountPercentage: context.referrerKey === null ? null : discountPercentage,
    expiresAt,
    at: clock.now(),
  };
  const { id, key } =
    registration.discountPercentage === null
      ? await insertRegistration(db, registration)
      : await withDiscount(dependencies, registration, registration.discountPercentage);
  return { signupId: id, registrationKey: key, expiresAt: expiresAt.toISOString(), lastCompletedStep: 1 };
}

function withDiscount({ db }: SignUpDependencies, registration: Parameters<typeof insertRegistration>[1], percent: number) {
  return db.transaction().execute(async (trx) => {
    const inserted = await insertRegistration(trx, registration);
    const texts = {
      en: { description: m.price_offer({ percent }, { locale: 'en' }) },
      es: { description: m.price_offer({ percent }, { locale: 'es' }) },
    };
    await createLinkCoupon(trx, { registrationId: inserted.id, percent, texts });
    return inserted;
  });
}
