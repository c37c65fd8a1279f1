import type { ProblemCode } from '#contract/error-codes.ts';
import { after, type Clock, minutes } from '../clock.ts';
import type { Db, DbOrTrx, Trx } from '../db/pool.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { isExpired, isOpen, lastCompletedStep, type Registration } from './registration.ts';
import { changeRegistration, findRegistration, type RegistrationChange } from './registration-repository.ts';

export type SignUpDependencies = { db: Db; clock: Clock; registrationTtlMinutes: number };
/** `opened`: what a guard has just found by them. It saves reading it again, and locks nothing. */
export type RegistrationAccess = { signupId: string; registrationKey: string; opened?: Registration | undefined };

/** The registration of a key; expired, forged and unknown get the same refusal (specification 8). */
export async function openRegistration(
  { db, clock }: { db: DbOrTrx; clock: Clock },
  { signupId, registrationKey, opened }: RegistrationAccess,
): Promise<Registration | Refusal<'REGISTRATION_EXPIRED'>> {
  return refuseIfExpired(opened ?? (await findRegistration(db, { id: signupId, key: registrationKey })), clock);
}

/** The same, locked until the transaction ends: concurrent calls with one key wait for each other. */
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

export type ChangeRefusal = Refusal<'REGISTRATION_EXPIRED' | 'ALREADY_PAID' | 'PAYMENT_IN_PROGRESS'>;

/** For calls that change the input: not once a payment is in progress or done. */
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

/** `db`: what it may ask. Another connection would be one more than a save that holds a lock may wait for. */
type Decide<Problem extends ProblemCode> = (
  current: Registration,
  db: DbOrTrx,
) => Promise<RegistrationChange | Refusal<Problem>>;

/**
 * Saves what `decide` makes of a sign-up, and returns it as saved. The first try holds no lock; if another save was
 * faster, this one waits its turn and is decided again on what that one left: all succeed, and the latest holds.
 */
export async function saveOpened<Problem extends ProblemCode = never>(
  { db, clock }: { db: DbOrTrx; clock: Clock },
  { access, decide }: { access: RegistrationAccess; decide: Decide<Problem> },
): Promise<Registration | ChangeRefusal | Refusal<'CONFLICT' | Problem>> {
  const save = async (run: DbOrTrx, current: Registration | ChangeRefusal) => {
    if ('refused' in current) return current;
    const change = await decide(current, run);
    if ('refused' in change) return change;
    const saved = await changeRegistration(run, { current, change, at: clock.now() });
    return saved ? { ...current, ...change } : refuse('CONFLICT');
  };
  const first = await save(db, await openForChange({ db, clock }, access));
  if (!('refused' in first) || first.refused !== 'CONFLICT') return first;
  const again = async (trx: Trx) => save(trx, await lockForChange(trx, { access, clock }));
  return db.isTransaction ? again(db as Trx) : db.transaction().execute(again);
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
