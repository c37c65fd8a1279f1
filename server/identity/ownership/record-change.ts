import type { ActivityKind } from '#contract/account/activity.ts';
import { type Backing, finalStrength, type ProofKind, provingDays, strengthOf } from '#contract/account/ownership.ts';
import { after, days } from '../../clock.ts';
import type { DbOrTrx, Trx } from '../../db/pool.ts';
import { type Refusal, refuse } from '../../refusal.ts';
import { recordActivity } from '../activity.ts';
import { partProved } from './decide-claim.ts';
import { byStaff, type DatedProof, type OwnershipPart } from './ownership-change.ts';
import { readPart } from './parts.ts';
import { freshProofs, type SessionProofs } from './session-proofs.ts';

/** The changes that could hand an account over, and the part that each changes. */
export const partOfChange = {
  EMAIL_CHANGED: 'EMAIL',
  PHONE_CHANGED: 'PHONE',
  NAME_CHANGED: 'NAME',
  USERNAME_CHANGED: 'USERNAME',
  PASSWORD_CHANGED: 'PASSWORD',
  SECURITY_CHANGED: 'QUESTION',
  REACH_CHANGED: 'REACH',
  INVOICE_ADDRESS_SET: 'INVOICES',
  INVOICE_ADDRESS_REMOVED: 'INVOICES',
  PASSKEY_ADDED: 'FACTORS',
  PASSKEY_REMOVED: 'FACTORS',
  TOTP_ADDED: 'FACTORS',
  TOTP_REMOVED: 'FACTORS',
  RECOVERY_CODES_MADE: 'FACTORS',
  FACTOR_RESET_DONE: 'FACTORS',
  CLOSING_ASKED: 'CLOSING',
  ACCOUNT_KEPT: 'CLOSING',
} as const satisfies Partial<Record<ActivityKind, OwnershipPart>>;
export type OwnershipChangeKind = keyof typeof partOfChange;

export const isOwnershipChange = (kind: ActivityKind): kind is OwnershipChangeKind => Object.hasOwn(partOfChange, kind);

/** The requesting session; null for a mailed link, staff or the queue. */
type Asking = { id: string } | null;
type ChangeParams = {
  userId: string;
  session: Asking;
  kind: OwnershipChangeKind;
  proofs: SessionProofs | 'STAFF';
  device: string;
  at: Date;
  detail?: string;
};

export type EndedMeanwhile = Refusal<'NOT_SIGNED_IN' | 'ACCOUNT_FROZEN'>;

/**
 * Why a session may not change anything any more: since its call was admitted, a decision has ended it, or a claim has
 * frozen the account. Only under the owner's lock is this still true at the change.
 */
export async function endedMeanwhile(
  trx: Trx,
  { userId, session }: { userId: string; session: { id: string } },
): Promise<EndedMeanwhile | null> {
  const live = await trx
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .select('users.frozenAt')
    .where('sessions.id', '=', session.id)
    .where('users.id', '=', userId)
    .executeTakeFirst();
  if (!live) return refuse('NOT_SIGNED_IN');
  return live.frozenAt === null ? null : refuse('ACCOUNT_FROZEN');
}

type Change<Result> = (proofs: DatedProof[]) => Promise<Result>;

/**
 * Makes a change that could hand the account over, and records it with its former state and the kinds of proof behind
 * it, never the proofs. `change` gets these, and returns false if nothing changed. The caller holds the owner's lock; a
 * session that ended before it got that lock is refused.
 */
export async function recordOwnershipChange<Result>(
  trx: Trx,
  params: ChangeParams & { session: null },
  change: Change<Result>,
): Promise<Result>;
export async function recordOwnershipChange<Result>(
  trx: Trx,
  params: ChangeParams,
  change: Change<Result>,
): Promise<Result | EndedMeanwhile>;
export async function recordOwnershipChange<Result>(
  trx: Trx,
  { userId, session, kind, proofs, ...activity }: ChangeParams,
  change: Change<Result>,
): Promise<Result | EndedMeanwhile> {
  const ended = session && (await endedMeanwhile(trx, { userId, session }));
  if (ended) return ended;
  const part = partOfChange[kind];
  const before = await readPart(trx, { userId, part });
  const dated = proofs === 'STAFF' ? byStaff : await datedProofs(trx, { userId, proofs, at: activity.at });
  const result = await change(dated);
  if (result === false || (typeof result === 'object' && result !== null && 'refused' in result)) return result;
  await recordActivity(trx, { ...activity, userId, kind, ownership: { part, proofs: dated, before } });
  return result;
}

/** The recent proofs that count, each with when its means was last changed. */
export async function datedProofs(
  db: DbOrTrx,
  { userId, proofs, at }: { userId: string; proofs: SessionProofs; at: Date },
): Promise<DatedProof[]> {
  const fresh = Object.entries(freshProofs(proofs, at)) as [ProofKind, { at: string; since?: string }][];
  if (fresh.length === 0) return [];
  const changes = await lastChanges(db, userId);
  return fresh.flatMap(([kind, given]) => {
    const last =
      kind === 'FACTOR' ? changes.find((one) => one.at.toISOString() === given.since) : changesOf(changes, kind);
    const since = kind === 'FACTOR' ? (given.since ? new Date(given.since) : null) : (last?.at ?? null);
    const isKnown =
      kind === 'PASSWORD' || kind === 'QUESTION' || since === null || after(since, days(provingDays)) <= at;
    return isKnown || (last && strengthOf(last.proofs.map((proof) => proof.kind)) === finalStrength)
      ? [{ kind, since }]
      : [];
  });
}

type StoredChange = { id: string; part: string | null; at: Date; proofs: { kind: Backing }[] };
const changesOf = (changes: StoredChange[], kind: Exclude<ProofKind, 'FACTOR'>) =>
  changes.find((one) => one.part === partProved[kind]);

/** Latest first, also those that cannot be contested any more. */
export async function lastChanges(db: DbOrTrx, userId: string): Promise<StoredChange[]> {
  const rows = await db
    .selectFrom('accountActivity')
    .select(['id', 'part', 'at', 'proofs'])
    .where('userId', '=', userId)
    .where('part', 'is not', null)
    .where('undoneAt', 'is', null)
    .orderBy('at', 'desc')
    .execute();
  return rows.map(({ proofs, ...row }) => ({ ...row, proofs: proofs ?? [] }));
}
