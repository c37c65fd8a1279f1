import type * as z from 'zod/mini';
import type { linkedSignUp, resumed } from '#contract/api/sign-up/resumptions.ts';
import { normaliseResumeCode } from '#contract/sign-in/resume-code.ts';
import type { Trx } from '../db/pool.ts';
import { type Refusal, refuse, refuseFields } from '../refusal.ts';
import { hashSecret, newSecret } from '../secret.ts';
import { newExpiry, viewRegistration } from './open-registration.ts';
import { isOpen, type Registration } from './registration.ts';
import { lockRegistration, markLinkOpened, moveRegistration } from './registration-repository.ts';
import { endResumptions, findResumption, type ResumptionKind } from './resumption-repository.ts';
import { type ElsewhereDependencies, hashResumeCode } from './save-for-elsewhere.ts';

type Resumed = z.output<typeof resumed>;
type LinkedSignUp = z.output<typeof linkedSignUp>;

/** Continues by a code. Unknown, used, replaced, expired and paid get the same response. */
export async function resumeByCode(
  dependencies: ElsewhereDependencies,
  typed: string,
): Promise<Resumed | Refusal<'VALIDATION' | 'PAYMENT_IN_PROGRESS'>> {
  const normalised = normaliseResumeCode(typed);
  const wrong = refuseFields({ field: 'code', code: 'resume_code' });
  if (normalised === null) return wrong;
  const secretHash = hashResumeCode(dependencies.makeToken, normalised);
  return (
    (await withResumption(dependencies, { secretHash, kind: 'CODE' }, (opened) => move(dependencies, opened))) ?? wrong
  );
}

/**
 * Shows how far a sign-up is, once. It stays with the browser that has its key, which is notified: others may read the
 * mailbox, and anybody may request the link. The answer to a fee-waiver request moves it: only the key's holder can
 * request one, and their browser has long timed out.
 */
export async function resumeByLink(
  dependencies: ElsewhereDependencies,
  token: string,
): Promise<LinkedSignUp | Resumed | Refusal<'TOKEN_INVALID' | 'PAYMENT_IN_PROGRESS'>> {
  const secretHash = hashSecret(token);
  return (
    (await withResumption(dependencies, { secretHash, kind: 'LINK' }, show)) ??
    (await withResumption(dependencies, { secretHash, kind: 'ANSWER' }, (opened) => move(dependencies, opened))) ??
    refuse('TOKEN_INVALID')
  );
}

type Opened = { trx: Trx; current: Registration; at: Date };

/**
 * Concurrent uses of a code, and a starting payment, wait for each other at the row. During a payment nothing is opened
 * and the code stays valid; after it the code is gone, because it must not lead to the payer's credentials.
 */
async function withResumption<Result>(
  { db, clock }: ElsewhereDependencies,
  by: { secretHash: Buffer; kind: ResumptionKind },
  open: (opened: Opened) => Promise<Result>,
): Promise<Result | Refusal<'PAYMENT_IN_PROGRESS'> | null> {
  return db.transaction().execute(async (trx) => {
    const at = clock.now();
    const found = await findResumption(trx, { ...by, at });
    const current = found && (await lockRegistration(trx, found));
    // Read again, because a concurrent use may have spent it.
    if (!current || (await findResumption(trx, { ...by, at })) === null) return null;
    if (current.state === 'PAYING') return refuse('PAYMENT_IN_PROGRESS');
    return isOpen(current) ? open({ trx, current, at }) : null;
  });
}

/** Moves a sign-up to this browser with a new key; the earlier browser's becomes invalid. */
async function move(dependencies: ElsewhereDependencies, { trx, current, at }: Opened): Promise<Resumed> {
  const [registrationKey, expiresAt] = [newSecret(), newExpiry(dependencies)];
  await moveRegistration(trx, { id: current.id, registrationKey, expiresAt, at });
  await endResumptions(trx, { registrationId: current.id });
  return present({ ...current, expiresAt, linkOpenedAt: null }, registrationKey);
}

async function show({ trx, current, at }: Opened): Promise<LinkedSignUp> {
  await endResumptions(trx, { registrationId: current.id, kinds: ['LINK'] });
  await markLinkOpened(trx, { id: current.id, at });
  const { signupId, lastCompletedStep } = viewRegistration(current);
  return {
    signupId,
    lastCompletedStep,
    email: current.parent.email,
    isOpenElsewhere: current.expiresAt > at,
    discount: discountOf(current),
    order: current.savedOrder,
  };
}

const discountOf = ({ referrerKey, discountPercentage }: Registration) =>
  referrerKey === null || discountPercentage === null
    ? null
    : { referrer: referrerKey, percentage: discountPercentage };

function present(registration: Registration, registrationKey: string): Resumed {
  const { parent, referral, knowsCoParentEmail, address, family, inviteTiming, reach, savedOrder } = registration;
  const { parentDuplicateConfirmed, coParentDuplicateConfirmed } = registration;
  return {
    ...viewRegistration(registration),
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
    discount: discountOf(registration),
    order: savedOrder,
  };
}
