import type { CreatedProfessional, createProfessional } from '#contract/api/professionals/professionals.ts';
import type { BodyOf } from '#contract/api/route.ts';
import { consentTextVersion } from '../checkout/purchase.ts';
import type { Clock } from '../clock.ts';
import { enqueue } from '../db/job-queue.ts';
import type { Db, DbOrTrx } from '../db/pool.ts';
import type { Language } from '../db/schema.ts';
import { recordConsent } from '../identity/consent-repository.ts';
import { hashSecurity } from '../identity/security-repository.ts';
import { countInviteMails, type MailLimits } from '../invites/limit-invite-mails.ts';
import type { Refusal } from '../refusal.ts';
import type { TokenMaker } from '../secret.ts';
import { insertProfessional, type KeyedRequest, readProfessional, registeredWith } from './professional-repository.ts';
import { duplicateField, isKnownEmail, practiceIssues, refuseStep } from './validate-step.ts';

type Registration = {
  body: BodyOf<typeof createProfessional>;
  requestKey: string | null;
  anonymousId: string | null;
  siteCountry: string;
  language: Language;
  /** The caller's network address. */
  network: string;
};

/**
 * The key with a hash of its input. Whether a duplicate was confirmed does not count: the duplicate may be the account
 * whose response was lost.
 */
function keyedRequest(
  makeToken: TokenMaker,
  { requestKey, body: { contact, practice, security } }: Registration,
): KeyedRequest | null {
  if (requestKey === null) return null;
  const hash = makeToken('REGISTRATION_HASH', JSON.stringify([requestKey, contact, practice, security]));
  return { key: requestKey, hash: Buffer.from(hash, 'base64url') };
}

type Known = { userId: string } | Refusal<'STEP_INVALID' | 'IDEMPOTENCY_MISMATCH'>;

/**
 * The account of an earlier submission, or why there may be none; null if one may be created. The email is looked up
 * before the key: a submission that commits between the two reads is found by its key, not reported as a duplicate.
 */
async function knownOrRefused(
  { db, clock }: { db: DbOrTrx; clock: Clock },
  { body: { contact, duplicateConfirmed }, language }: Registration,
  keyed: KeyedRequest | null,
): Promise<Known | null> {
  const isDuplicate = !duplicateConfirmed && (await isKnownEmail(db, { email: contact.email, at: clock.now() }));
  const earlier = keyed && (await registeredWith(db, keyed));
  if (earlier) return earlier;
  return isDuplicate ? refuseStep([{ field: duplicateField, code: 'parent_duplicate' }], language) : null;
}

/**
 * Registers a professional and queues the mail with the link to username and password. A repeat with the same key gets
 * the existing account; other input under it is refused. Only what creates an account, and so sends a mail, counts for
 * its recipient.
 */
export async function registerProfessional(
  { db, clock, rateLimiter, makeToken }: MailLimits & { db: Db; clock: Clock; makeToken: TokenMaker },
  registration: Registration,
): Promise<CreatedProfessional | Refusal<'STEP_INVALID' | 'IDEMPOTENCY_MISMATCH' | 'TOO_MANY_REQUESTS'>> {
  const { body, anonymousId, siteCountry, language, network } = registration;
  const { contact, practice, security, duplicateConfirmed } = body;
  const wrong = practiceIssues(practice);
  if (wrong.length > 0) return refuseStep(wrong, language);
  const keyed = keyedRequest(makeToken, registration);
  const known = await knownOrRefused({ db, clock }, registration, keyed);
  if (known) return 'refused' in known ? known : created(db, known.userId);
  const mails = { emails: [contact.email], by: { network }, message: 'registration' } as const;
  const counted = await countInviteMails({ rateLimiter }, mails);
  if ('refused' in counted) return counted;
  const hashed = await hashSecurity(security);
  const at = clock.now();
  const outcome = await db.transaction().execute(async (trx) => {
    const meanwhile = await knownOrRefused({ db: trx, clock }, registration, keyed);
    if (meanwhile) return meanwhile;
    const values = { ...contact, ...practice };
    const userId = await insertProfessional(trx, {
      values,
      hashed,
      keyed,
      duplicateConfirmed,
      anonymousId,
      siteCountry,
      language,
      at,
    });
    const proof = {
      textVersion: consentTextVersion,
      form: 'professional-sign-up',
      country: practice.country,
      language,
    };
    await recordConsent(trx, { userId, kind: 'TERMS', given: true, ...proof, at });
    // Left out after many to this address: the link can be requested, like any lost mail.
    if (!counted.send) return { userId };
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
