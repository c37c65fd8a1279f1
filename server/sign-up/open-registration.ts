import { after, type Clock, minutes } from '../clock.ts';
import type { Db, DbOrTrx } from '../db/pool.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { isExpired, isOpen, lastCompletedStep, type Registration } from './registration.ts';
import { changeRegistration, findRegistration } from './registration-repository.ts';

export type SignUpDependencies = { db: Db; clock: Clock; registrationTtlMinutes: number };
export type RegistrationAccess = { signupId: string; registrationKey: string };

/** The registration a key opens; expired, forged and unknown are one refusal (specification 8). */
export async function openRegistration(
  { db, clock }: { db: DbOrTrx; clock: Clock },
  { signupId, registrationKey }: RegistrationAccess,
): Promise<Registration | Refusal<'REGISTRATION_EXPIRED'>> {
  const registration = await findRegistration(db, { id: signupId, key: registrationKey });
  if (!registration || isExpired(registration, clock.now())) return refuse('REGISTRATION_EXPIRED');
  return registration;
}

/** The same, for calls that change what was typed: not once a payment is under way or done. */
export async function openForChange(
  dependencies: { db: DbOrTrx; clock: Clock },
  access: RegistrationAccess,
): Promise<Registration | Refusal<'REGISTRATION_EXPIRED' | 'ALREADY_PAID' | 'PAYMENT_IN_PROGRESS'>> {
  const registration = await openRegistration(dependencies, access);
  if ('refused' in registration || isOpen(registration)) return registration;
  return refuse(registration.state === 'PAYING' ? 'PAYMENT_IN_PROGRESS' : 'ALREADY_PAID');
}

export function newExpiry({
  clock,
  registrationTtlMinutes,
}: Pick<SignUpDependencies, 'clock' | 'registrationTtlMinutes'>): Date {
  return after(clock.now(), minutes(registrationTtlMinutes));
}

export type RegistrationView = { signupId: string; expiresAt: string; lastCompletedStep: 0 | 1 | 2 | 3 };

export function viewRegistration(registration: Pick<Registration, 'id' | 'state' | 'expiresAt'>): RegistrationView {
  return {
    signupId: registration.id,
    expiresAt: registration.expiresAt.toISOString(),
    lastCompletedStep: lastCompletedStep(registration),
  };
}

/** Stays: a living registration's time-out begins anew. */
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
