import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { ProblemCode } from '#contract/error-codes.ts';
import type { Db, DbOrTrx, Trx } from '../db/pool.ts';
import type { Purpose } from '../db/schema.ts';
import type { PaymentSource } from '../gateways/payment/port.ts';
import { newId } from '../new-id.ts';
import { type Refusal, refuse } from '../refusal.ts';
import {
  assertTransition,
  attemptColumns,
  isUnsettled,
  movedNothing,
  type PaymentAttempt,
  type SettledOutcome,
  stateOfOutcome,
  unsettledStates,
} from './payment-attempt.ts';

type Row = Omit<PaymentAttempt, 'source' | 'outcome'> & { source: unknown; outcome: unknown };
const attempt = (row: Row | undefined): PaymentAttempt | null => (row as PaymentAttempt | undefined) ?? null;

export type NewAttempt = {
  purpose: Purpose;
  subjectId: string;
  idempotencyKey: string;
  requestHash: Buffer;
  amountCents: number;
  purchase: object;
  source: PaymentSource | null;
  /** Normalised; only one payment with this address may be in progress. */
  claimedEmail?: string;
  at: Date;
};

/** Hash of everything that identifies a request; the same key with another hash is refused. */
export function hashRequest(body: unknown): Buffer {
  return createHash('sha256').update(JSON.stringify(body)).digest();
}

/**
 * Inserts the row that must exist before the gateway is called. A second unsettled attempt for one subject violates a
 * unique index. Null if another payment with the same e-mail is in progress. Waits for a transaction that is inserting
 * or settling one.
 */
export async function insertAttempt(
  trx: Trx,
  { at, purchase, source, ...values }: NewAttempt,
): Promise<PaymentAttempt | null> {
  const row = await trx
    .insertInto('paymentAttempts')
    .values({
      ...values,
      id: newId(at),
      state: 'PENDING',
      purchase: JSON.stringify(purchase),
      source: source && JSON.stringify(source),
      createdAt: at,
    })
    .onConflict((on) => on.column('claimedEmail').where(sql<boolean>`state in ('PENDING', 'UNKNOWN')`).doNothing())
    .returning(attemptColumns)
    .executeTakeFirst();
  return attempt(row);
}

export async function readAttempt(db: DbOrTrx, id: string): Promise<PaymentAttempt | null> {
  return attempt(await db.selectFrom('paymentAttempts').select(attemptColumns).where('id', '=', id).executeTakeFirst());
}

/** Locked until the caller's transaction ends, so that settlements of one attempt are serialised. */
export async function lockAttempt(trx: Trx, id: string): Promise<PaymentAttempt | null> {
  return attempt(
    await trx.selectFrom('paymentAttempts').select(attemptColumns).where('id', '=', id).forUpdate().executeTakeFirst(),
  );
}

export type Subject = { purpose: Purpose; subjectId: string };
/** `bought`: only attempts whose purchase has these values, because several people may pay for one subject. */
type Attempts = Subject & { bought?: object };

function attemptsFor(db: DbOrTrx, { purpose, subjectId, bought }: Attempts) {
  return db
    .selectFrom('paymentAttempts')
    .select(attemptColumns)
    .where('purpose', '=', purpose)
    .where('subjectId', '=', subjectId)
    .$if(bought !== undefined, (query) => query.where(sql<boolean>`purchase @> ${JSON.stringify(bought)}::jsonb`));
}

export async function latestAttempt(db: DbOrTrx, attempts: Attempts): Promise<PaymentAttempt | null> {
  return attempt(await attemptsFor(db, attempts).orderBy('id', 'desc').limit(1).executeTakeFirst());
}

export async function attemptByKey(
  db: DbOrTrx,
  { idempotencyKey, ...attempts }: Attempts & { idempotencyKey: string },
): Promise<PaymentAttempt | null> {
  return attempt(await attemptsFor(db, attempts).where('idempotencyKey', '=', idempotencyKey).executeTakeFirst());
}

/**
 * The attempt of a repeated submission, whatever has changed since; null for a new submission. The same key with
 * another body is refused.
 */
export async function repeatedSubmission(
  db: DbOrTrx,
  { body, ...submission }: Subject & { idempotencyKey: string; body: unknown },
): Promise<PaymentAttempt | Refusal<'IDEMPOTENCY_MISMATCH'> | null> {
  const same = await attemptByKey(db, submission);
  if (!same) return null;
  return same.requestHash.equals(hashRequest(body)) ? same : refuse('IDEMPOTENCY_MISMATCH');
}

/**
 * Pays, unless the submission is a repeat, which returns its earlier attempt. Checked again after a refusal: the first
 * submission may have been stored meanwhile and be what redeemed the code or changed the price.
 */
export async function unlessRepeated<Code extends ProblemCode>(
  db: Db,
  submission: Subject & { idempotencyKey: string; body: unknown },
  pay: () => Promise<PaymentAttempt | Refusal<Code>>,
): Promise<PaymentAttempt | Refusal<Code | 'IDEMPOTENCY_MISMATCH'>> {
  const repeated = await repeatedSubmission(db, submission);
  if (repeated) return repeated;
  const answer = await pay();
  return 'refused' in answer ? ((await repeatedSubmission(db, submission)) ?? answer) : answer;
}

/**
 * The attempt to return for a submission: the subject's latest, even from another tab. An attempt that moved no money
 * is returned only for its own submission; a submission that never arrived has none. Without a key: the latest in any
 * state.
 */
export async function attemptOfSubmission(
  db: DbOrTrx,
  { key, ...subject }: Subject & { key: string | null },
): Promise<PaymentAttempt | null> {
  const latest = await latestAttempt(db, subject);
  if (key === null || latest === null || !movedNothing(latest.state)) return latest;
  return attemptByKey(db, { ...subject, idempotencyKey: key });
}

/**
 * The same for subjects that are paid for repeatedly: a success, too, is returned only for its own submission. A
 * submission that found an unsettled attempt gets that one.
 */
export async function attemptOfOwnSubmission(
  db: DbOrTrx,
  { key, ...attempts }: Attempts & { key: string | null },
): Promise<PaymentAttempt | null> {
  const own = key === null ? null : await attemptByKey(db, { ...attempts, idempotencyKey: key });
  const latest = own ?? (await latestAttempt(db, attempts));
  return own || key === null || (latest && isUnsettled(latest.state)) ? latest : null;
}

/**
 * Whether a subject has an unsettled attempt for one of these purposes: until it settles, nothing else may be charged.
 */
export async function isBeingCharged(
  db: DbOrTrx,
  { subjectId, purposes }: { subjectId: string; purposes: readonly Purpose[] },
): Promise<boolean> {
  const unsettled = await db
    .selectFrom('paymentAttempts')
    .select('id')
    .where('subjectId', '=', subjectId)
    .where('purpose', 'in', purposes)
    .where('state', 'in', unsettledStates)
    .limit(1)
    .executeTakeFirst();
  return unsettled !== undefined;
}

/** How often a subject's renewal was tried since an instant. */
export async function triesSince(
  db: DbOrTrx,
  { subjectId, since }: { subjectId: string; since: Date },
): Promise<number> {
  const { count } = await db
    .selectFrom('paymentAttempts')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('subjectId', '=', subjectId)
    .where('purpose', '=', 'RENEWAL')
    .where('createdAt', '>', since)
    .executeTakeFirstOrThrow();
  return count;
}

/** Called under the subject's lock: a purchase waits while an attempt for a different purchase is unsettled. */
export async function refusedSecondSale(
  trx: Trx,
  { purpose, subjectId }: Subject,
): Promise<Refusal<'PAYMENT_IN_PROGRESS'> | null> {
  return (await isBeingCharged(trx, { subjectId, purposes: [purpose] })) ? refuse('PAYMENT_IN_PROGRESS') : null;
}

/** Whether a charge with a vault token is unsettled and may have to be sent again. */
export async function usesToken(db: DbOrTrx, token: string): Promise<boolean> {
  const unsettled = await db
    .selectFrom('paymentAttempts')
    .select('id')
    .where('state', 'in', unsettledStates)
    .where(sql`source->>'paymentMethodToken'`, '=', token)
    .limit(1)
    .executeTakeFirst();
  return unsettled !== undefined;
}

/**
 * Recorded before each send, so that nothing is sent twice within the gateway's own time limit. False if another
 * process has sent or settled the attempt since it was read: then it must not be sent.
 */
export async function recordSend(
  db: DbOrTrx,
  { id, sends, at }: Pick<PaymentAttempt, 'id' | 'sends'> & { at: Date },
): Promise<boolean> {
  const recorded = await db
    .updateTable('paymentAttempts')
    .set({ sends: sends + 1, sentAt: at })
    .where('id', '=', id)
    .where('sends', '=', sends)
    .where('state', 'in', unsettledStates)
    .returning('id')
    .executeTakeFirst();
  return recorded !== undefined;
}

/** Records that the gateway rejected the latest send. */
export async function recordRefusedSend(db: DbOrTrx, id: string): Promise<void> {
  await db
    .updateTable('paymentAttempts')
    .set((eb) => ({ refusedSends: eb('refusedSends', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** Stores a sale that was found for an attempt settled without one. */
export async function recordLateTransaction(
  db: DbOrTrx,
  { id, transactionId }: { id: string; transactionId: string },
): Promise<void> {
  await db.updateTable('paymentAttempts').set({ transactionId }).where('id', '=', id).execute();
}

export async function markUnknown(trx: Trx, current: PaymentAttempt): Promise<void> {
  assertTransition(current.state, 'UNKNOWN');
  await trx.updateTable('paymentAttempts').set({ state: 'UNKNOWN' }).where('id', '=', current.id).execute();
}

/** Settles an attempt. The nonce and the payment method are deleted; the outcome is kept. */
export async function settleAttempt(
  trx: Trx,
  { current, outcome, at }: { current: PaymentAttempt; outcome: SettledOutcome; at: Date },
): Promise<void> {
  const state = stateOfOutcome[outcome.outcome];
  assertTransition(current.state, state);
  await trx
    .updateTable('paymentAttempts')
    .set({
      state,
      outcome: JSON.stringify({ ...outcome, paymentMethod: undefined }),
      source: null,
      claimedEmail: null,
      transactionId: outcome.outcome === 'approved' ? outcome.transactionId : null,
      settledAt: at,
    })
    .where('id', '=', current.id)
    .execute();
}

/** Whether somebody with this normalised e-mail is paying for an account of their own. */
export async function isEmailClaimed(db: DbOrTrx, email: string): Promise<boolean> {
  const claimed = await db
    .selectFrom('paymentAttempts')
    .select('id')
    .where('claimedEmail', '=', email)
    .where('state', 'in', ['PENDING', 'UNKNOWN'])
    .executeTakeFirst();
  return claimed !== undefined;
}

/** Unsettled attempts whose process may have died, oldest first. */
export async function unsettledAttempts(
  db: DbOrTrx,
  { before, limit }: { before: Date; limit: number },
): Promise<{ id: string; createdAt: Date }[]> {
  return db
    .selectFrom('paymentAttempts')
    .select(['id', 'createdAt'])
    .where('state', 'in', unsettledStates)
    .where('createdAt', '<', before)
    .orderBy('createdAt')
    .limit(limit)
    .execute();
}
