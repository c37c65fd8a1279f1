import type { createProfessional, CreatedProfessional } from '#contract/api/professionals.ts';
import type { BodyOf } from '#contract/api/route.ts';
import { recordConsents } from '../identity/consent-repository.ts';
import { hashSecurity } from '../identity/security-repository.ts';
import { consentTextVersion } from '../checkout/purchase.ts';
import type { Clock } from '../clock.ts';
import { enqueue } from '../db/job-queue.ts';
import type { Db, DbOrTrx } from '../db/pool.ts';
import type { Language } from '../db/schema.ts';
import { limitInviteMails, type MailLimits } from '../invites/limit-invite-mails.ts';
import type { Refusal } from '../refusal.ts';
import { insertProfessional, readProfessional, registeredWith } from './professional-repository.ts';
import { duplicateField, isKnownEmail, practiceIssues, refuseStep } from './validate-step.ts';

type Registration = {
  body: BodyOf<typeof createProfessional>;
  requestKey: string | null;
  anonymousId: string | null;
  siteCountry: string;
  language: Language;
  /** Where the call comes from. */
  network: string;
};

/** The account of an earlier submission, or why there may be none; null when one may be made. */
async function knownOrRefused(
  db: DbOrTrx,
  { body: { contact, duplicateConfirmed }, requestKey, language }: Registration,
): Promise<{ userId: string } | Refusal<'STEP_INVALID'> | null> {
  const earlier = requestKey && (await registeredWith(db, requestKey));
  if (earlier) return { userId: earlier };
  const isRefused = !duplicateConfirmed && (await isKnownEmail(db, contact.email));
  return isRefused ? refuseStep([{ field: duplicateField, code: 'parent_duplicate' }], language) : null;
}

/**
 * Registers a professional and queues the mail with the link to username and password. A repeat with the same key gets
 * the account that is there already. Only what makes an account, and so sends a mail, counts for its recipient.
 */
export async function registerProfessional(
  { db, clock, rateLimiter }: MailLimits & { db: Db; clock: Clock },
  registration: Registration,
): Promise<CreatedProfessional | Refusal<'STEP_INVALID' | 'TOO_MANY_REQUESTS'>> {
  const { body, requestKey, anonymousId, siteCountry, language, network } = registration;
  const { contact, practice, security, duplicateConfirmed } = body;
  const wrong = practiceIssues(practice);
  if (wrong.length > 0) return refuseStep(wrong, language);
  const known = await knownOrRefused(db, registration);
  if (known) return 'refused' in known ? known : created(db, known.userId);
  const mails = { emails: [contact.email], sender: network, action: 'mail-registration' } as const;
  const limited = await limitInviteMails({ rateLimiter }, mails);
  if (limited) return limited;
  const hashed = await hashSecurity(security);
  const at = clock.now();
  const outcome = await db.transaction().execute(async (trx) => {
    const meanwhile = await knownOrRefused(trx, registration);
    if (meanwhile) return meanwhile;
    const values = { ...contact, ...practice };
    const userId = await insertProfessional(trx, {
      values,
      hashed,
      requestKey,
      duplicateConfirmed,
      anonymousId,
      siteCountry,
      language,
      at,
    });
    const consent = {
      terms: true,
      marketing: false,
      textVersion: consentTextVersion,
      form: 'professional-sign-up',
      renewal: false,
    };
    await recordConsents(trx, { userId, consent, country: practice.country, language, at });
    await enqueue(trx, {
      name: 'send-pro-confirmation',
      payload: { userId, round: 0 },
      key: `pro-confirmation:${userId}`,
    });
    return { userId };
  });
  return 'refused' in outcome ? outcome : created(db, outcome.userId);
}

async function created(db: Db, userId: string): Promise<CreatedProfessional> {
  const professional = await readProfessional(db, userId);
  if (!professional) throw new Error('Registered professional not found');
  const { user, profile } = professional;
  const { title, credentials, practiceName } = profile;
  return {
    userId,
    name: { title, firstName: user.firstName, lastName: user.lastName, credentials },
    email: user.email,
    practiceName,
  };
}
