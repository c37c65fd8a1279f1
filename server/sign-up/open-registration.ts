import { after, type Clock, minutes } from '../clock.ts';
import type { Db, DbOrTrx, Trx } from '../db/pool.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { isExpired, isOpen, lastCompletedStep, type Registration } from './registration.ts';
import { changeRegistration, findRegistration } from './registration-repository.ts';

export type SignUpDependencies = { db: Db; clock: Clock; registrationTtlMinutes: number };
/** `opened`: what a guard has found by them a moment ago. It saves reading it again, and locks nothing. */
export type RegistrationAccess = { signupId: string; registrationKey: string; opened?: Registration | undefined };

/** The registration a key opens; expired, forged and unknown are one refusal (specification 8). */
export async function openRegistration(
  { db, clock }: { db: DbOrTrx; clock: Clock },
  { signupId, registrationKey, opened }: RegistrationAccess,
): Promise<Registration | Refusal<'REGISTRATION_EXPIRED'>> {
  return refuseIfExpired(opened ?? (await findRegistration(db, { id: signupId, key: registrationKey })), clock);
}

/** The same, locked until the transaction ends: two that use one key wait for each other. */
export async function lockOpened(
  trx: Trx,
  { access: { signupId, registrationKey }, clock }: { access: RegistrationAccess; clock: Clock },
): Promise<Registration | Refusal<'REGISTRATION_EXPIRED'>> {
  const registration = await findRegistration(trx, { id: signupId, key: registrationKey, locked: true });
  return refuseIfExpired(registration, clock);
}

function refuseIfExpired(
  registration: Registration | null,
  clock: Clock,
): Registration | Refusal<'REGISTRATION_EXPIRED'> {
  return !registration || isExpired(registration, clock.now()) ? refuse('REGISTRATION_EXPIRED') : registration;
}

type ChangeRefusal = Refusal<'REGISTRATION_EXPIRED' | 'ALREADY_PAID' | 'PAYMENT_IN_PROGRESS'>;

/** For calls that change what was typed: not once a payment is under way or done. */
function refuseIfPaid(opened: Registration | Refusal<'REGISTRATION_EXPIRED'>): Registration | ChangeRefusal {
  if ('refused' in opened || isOpen(opened)) return opened;
  return refuse(opened.state === 'PAYING' ? 'PAYMENT_IN_PROGRESS' : 'ALREADY_PAID');
}

export async function openForChange(
  dependencies: { db: DbOrTrx; clock: Clock },
  access: RegistrationAccess,
): Promise<Registration | ChangeRefusal> {
  return refuseIfPaid(await openRegistration(dependencies, access));
}

export async function lockForChange(
  trx: Trx,
  opening: { access: RegistrationAccess; clock: Clock },
): Promise<Registration | ChangeRefusal> {
  return refuseIfPaid(await lockOpened(trx, opening));
}

export function newExpiry({
  clock,
  registrationTtlMinutes,
}: Pick<SignUpDependencies, 'clock' | 'registrationTtlMinutes'>): Date {
  return after(clock.now(), minutes(registrationTtlMinutes));
}

export type RegistrationView = {
  signupId: string;
  expiresAt: string;
  lastCompletedStep: 0 | 1 | 2 | 3;
  linkOpenedAt: string | null;
};

export function viewRegistration(
  registration: Pick<Registration, 'id' | 'state' | 'expiresAt' | 'linkOpenedAt'>,
): RegistrationView {
  return {
    signupId: registration.id,
    expiresAt: registration.expiresAt.toISOString(),
    lastCompletedStep: lastCompletedStep(registration),
    linkOpenedAt: registration.linkOpenedAt?.toISOString() ?? null,
  };
}

/** The person is active: the registration's time-out starts over. */
export async function extendRegistration(
  dependencies: SignUpDependencies,
  access: RegistrationAccess,
): Promise<RegistrationView | Refusal<'REGISTRATION_EXPIRED'>> {
  const current = await openRegistration(dependencies, access);
  if ('refused' in current) return current;
  const expiresAt = newExpiry(dependencies);
  const changed = await changeRegistration(dependencies.db, {
    current,
    change: { expiresAt },
    at: dependencies.clock.now(),
  });
  return viewRegistration(changed ? { ...current, expiresAt } : current);
}
