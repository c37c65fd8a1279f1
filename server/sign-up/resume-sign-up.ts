import type { resumed } from '#contract/api/resumptions.ts';
import { normaliseResumeCode } from '#contract/resume-code.ts';
import type * as z from 'zod/mini';
import { type Refusal, refuse, refuseFields } from '../refusal.ts';
import { hashSecret, newSecret } from '../secret.ts';
import { newExpiry, viewRegistration } from './open-registration.ts';
import { isOpen, type Registration } from './registration.ts';
import { lockRegistration, moveRegistration } from './registration-repository.ts';
import { endResumptions, findResumption, type ResumptionKind } from './resumption-repository.ts';
import { type ElsewhereDependencies, hashResumeCode } from './save-for-elsewhere.ts';

type Resumed = z.output<typeof resumed>;

/** Goes on by a code. Unknown, used, replaced, too old and paid are one answer. */
export async function resumeByCode(
  dependencies: ElsewhereDependencies,
  typed: string,
): Promise<Resumed | Refusal<'VALIDATION' | 'PAYMENT_IN_PROGRESS'>> {
  const normalised = normaliseResumeCode(typed);
  const wrong = refuseFields({ field: 'code', code: 'resume_code' });
  if (normalised === null) return wrong;
  const secretHash = hashResumeCode(dependencies.makeToken, normalised);
  return (await resume(dependencies, { secretHash, kind: 'CODE' })) ?? wrong;
}

export async function resumeByLink(
  dependencies: ElsewhereDependencies,
  token: string,
): Promise<Resumed | Refusal<'TOKEN_INVALID' | 'PAYMENT_IN_PROGRESS'>> {
  const resuming = { secretHash: hashSecret(token), kind: 'LINK' } as const;
  return (await resume(dependencies, resuming)) ?? refuse('TOKEN_INVALID');
}

/**
 * Moves a sign-up to this browser with a new key; the earlier browser's becomes invalid. Concurrent uses of a code, and
 * a starting payment, wait for each other at the row. During a payment nothing moves and the code stays valid; after it
 * there is none, because a code must not lead to the payer's credentials.
 */
async function resume(
  dependencies: ElsewhereDependencies,
  by: { secretHash: Buffer; kind: ResumptionKind },
): Promise<Resumed | Refusal<'PAYMENT_IN_PROGRESS'> | null> {
  const { db, clock } = dependencies;
  return db.transaction().execute(async (trx) => {
    const at = clock.now();
    const found = await findResumption(trx, { ...by, at });
    const current = found && (await lockRegistration(trx, found));
    // Read again, because a concurrent use may have spent it.
    if (!current || (await findResumption(trx, { ...by, at })) === null) return null;
    if (current.state === 'PAYING') return refuse('PAYMENT_IN_PROGRESS');
    if (!isOpen(current)) return null;
    const [registrationKey, expiresAt] = [newSecret(), newExpiry(dependencies)];
    await moveRegistration(trx, { id: current.id, registrationKey, expiresAt, at });
    await endResumptions(trx, { registrationId: current.id });
    return present({ ...current, expiresAt }, registrationKey);
  });
}

function present(registration: Registration, registrationKey: string): Resumed {
  const { parent, referral, knowsCoParentEmail, address, family, inviteTiming, reach, savedOrder } = registration;
  const { parentDuplicateConfirmed, coParentDuplicateConfirmed, referrerKey, discountPercentage } = registration;
  const { signupId, expiresAt, lastCompletedStep } = viewRegistration(registration);
  return {
    signupId,
    expiresAt,
    lastCompletedStep,
    registrationKey,
    parent,
    referral,
    knowsCoParentEmail,
    parentDuplicateConfirmed,
    coParentDuplicateConfirmed,
    address,
    family,
    inviteTiming,
    reach,
    discount:
      referrerKey === null || discountPercentage === null
        ? null
        : { referrer: referrerKey, percentage: discountPercentage },
    order: savedOrder,
  };
}
