import { sql } from 'kysely';
import { returnedCodeDays } from '#contract/account/refund.ts';
import { allocate } from '#contract/fields/money.ts';
import { after, days, hours } from '../clock.ts';
import { enqueue } from '../db/job-queue.ts';
import type { DbOrTrx, Trx } from '../db/pool.ts';
import type { Row } from '../db/schema.ts';
import { newId } from '../new-id.ts';
import { hashActivationCode, maskActivationCode, normaliseActivationCode } from './activation-code.ts';
import { batchAllows, lockBatchesOf } from './code-batch-repository.ts';
import type { CodeUser } from './code-user.ts';
import type { PricedCode } from './stored-quote.ts';

export const codeColumns = [
  'id',
  'amountCents',
  'remainingCents',
  'packageName',
  'years',
  'batchId',
  'bundleId',
  'expiresAt',
  'revokedAt',
  'holderId',
  'holderHash',
] as const;
/** `mostCents`: the most that its batch lets it pay of a term; null without a batch. */
export type ActivationCode = Row<'activationCodes', typeof codeColumns> & { mostCents: number | null };
export const mostCents = sql<number | null>`(select each_cents from code_batches where id = batch_id)`.as('mostCents');

/** Whether a code is worth a term of a package; after its first use the rest is an amount. */
export function isWorthATerm({ packageName, remainingCents, amountCents }: ActivationCode): boolean {
  return packageName !== null && remainingCents === amountCents;
}

export async function readActivationCode(db: DbOrTrx, id: string): Promise<ActivationCode | null> {
  return (
    (await db
      .selectFrom('activationCodes')
      .select(codeColumns)
      .select(mostCents)
      .where('id', '=', id)
      .executeTakeFirst()) ?? null
  );
}

/** The remaining amounts of codes, by id; a revoked one is left out. */
export async function remainingOn(db: DbOrTrx, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('activationCodes')
    .select(['id', 'remainingCents'])
    .where('id', 'in', ids)
    .where('revokedAt', 'is', null)
    .execute();
  return new Map(rows.map(({ id, remainingCents }) => [id, remainingCents]));
}

/** Whether a code's bundle was never paid: its unused codes do not work (`withdraw-unpaid-order.ts`). */
const isOfWithdrawnBundle = sql<boolean>`exists (
  select from payment_attempts join orders on orders.attempt_id = payment_attempts.id
  where payment_attempts.purpose = 'CODE_BUNDLE' and subject_id = activation_codes.bundle_id
    and withdrawn_at is not null)`;

/**
 * Returns an amount to a code, which then works again, except one that was in use when its bundle was withdrawn and is
 * now unused like the others.
 */
async function putBack(
  trx: Trx,
  { id, cents, worksUntil, at }: { id: string; cents: number; worksUntil: Date; at: Date },
): Promise<void> {
  await trx
    .updateTable('activationCodes')
    .set((eb) => ({
      remainingCents: eb('remainingCents', '+', cents),
      revokedAt: sql`case when ${isOfWithdrawnBundle} and remaining_cents + ${cents}::int >= amount_cents
        then coalesce(revoked_at, ${at}) else revoked_at end`,
      expiresAt: sql`case when expires_at is not null then greatest(expires_at, ${worksUntil}) end`,
    }))
    .where('id', '=', id)
    .where('reusable', '=', false)
    .execute();
}

type ReserveCodesParams = { codes: readonly PricedCode[]; attemptId: string; user: CodeUser | null };

/** Reserves what each code pays of an attempt; false if one of them cannot, and then nothing may be committed. */
export async function reserveActivationCodes(trx: Trx, { codes, ...reserving }: ReserveCodesParams): Promise<boolean> {
  const ids = codes.map(({ id }) => id);
  if (ids.length > 0) await lockBatchesOf(trx, ids);
  for (const code of inLockOrder(codes, ({ id }) => id))
    if (!(await reserveActivationCode(trx, { code, ...reserving }))) return false;
  return true;
}

/** The order for locking several codes: without it two such transactions would deadlock. */
const inLockOrder = <Item>(items: readonly Item[], idOf: (item: Item) => string): Item[] =>
  items.toSorted((left, right) => (idOf(left) < idOf(right) ? -1 : 1));

/**
 * Deducts an amount from a code for an attempt; false if it no longer holds that much, or its batch allows no more. The
 * guard is in the update. `worthCents`: for a code for a year of a package, that year's price for this person. It
 * becomes the code's amount, and the rest stays on it.
 */
async function reserveActivationCode(
  trx: Trx,
  {
    code: { id: activationCodeId, amountCents, worthCents },
    attemptId,
    user,
  }: Omit<ReserveCodesParams, 'codes'> & { code: PricedCode },
): Promise<boolean> {
  const amount = worthCents === undefined ? sql<number>`amount_cents` : sql<number>`${worthCents}::int`;
  const availableCents = worthCents === undefined ? sql<number>`remaining_cents` : amount;
  // A personal code keeps no rest: it is used once.
  const isOnes = sql`holder_id is not null`;
  const updated = await trx
    .updateTable('activationCodes')
    .set({
      amountCents: sql<number>`case when reusable then amount_cents
        when ${isOnes} then ${amountCents}::int else ${amount} end`,
      remainingCents: sql<number>`case when reusable then remaining_cents
        when ${isOnes} then 0 else ${availableCents} - ${amountCents}::int end`,
    })
    .where('id', '=', activationCodeId)
    .where(
      worthCents === undefined
        ? sql<boolean>`remaining_cents >= ${amountCents}`
        : sql<boolean>`remaining_cents = amount_cents`,
    )
    .where('revokedAt', 'is', null)
    .returning('batchId')
    .executeTakeFirst();
  if (!updated) return false;
  if (!(await batchAllows(trx, { ...updated, user, attemptId }))) return false;
  await trx
    .insertInto('activationCodeUses')
    .values({ activationCodeId, attemptId, amountCents, state: 'RESERVED' })
    .execute();
  return true;
}

/** Whoever used a code in time, and was declined after its end, can try again with another card. */
const retryMs = hours(1);

/** Keeps a reservation (`REDEEMED`) or returns it (`RELEASED`). Once only. */
export async function settleActivationCodes(
  trx: Trx,
  { attemptId, state, at }: { attemptId: string; state: 'REDEEMED' | 'RELEASED'; at: Date },
): Promise<void> {
  const uses = await trx
    .updateTable('activationCodeUses')
    .set({ state })
    .where('attemptId', '=', attemptId)
    .where('state', '=', 'RESERVED')
    .returning(['activationCodeId', 'amountCents'])
    .execute();
  if (state === 'REDEEMED') return;
  for (const { activationCodeId: id, amountCents: cents } of inLockOrder(uses, (use) => use.activationCodeId))
    await putBack(trx, { id, cents, worksUntil: after(at, retryMs), at });
}

/** Stores a code for one year of a package, for one person, once; returns its id. */
export async function storeYearCode(
  trx: Trx,
  { code, packageName, priceCents, expiresAt, at, ...holder }: NewYearCode,
): Promise<string> {
  const row = codeRow({ code, amountCents: priceCents, bundleId: null, at, reusable: false });
  await trx
    .insertInto('activationCodes')
    .values({ ...row, ...holder, packageName, expiresAt })
    .execute();
  return row.id;
}

/**
 * Returns what an earlier paid order had taken: all of it, or the first of two people's share if the order covered two.
 * A code that has expired since works again for a while, because its holder is promised that it pays. Its order's
 * documents follow.
 */
export async function returnActivationCodes(
  trx: Trx,
  { attemptId, people, at }: { attemptId: string; people: 1 | 2; at: Date },
): Promise<void> {
  const worksUntil = after(at, days(returnedCodeDays));
  const uses = await trx
    .selectFrom('activationCodeUses')
    .select(['activationCodeId', 'amountCents'])
    .where('attemptId', '=', attemptId)
    .where('state', '=', 'REDEEMED')
    .forUpdate()
    .execute();
  if (uses.length > 0)
    await enqueue(trx, { name: 'credit-returned-codes', payload: { attemptId }, key: `codes-back:${attemptId}` });
  for (const { activationCodeId, amountCents } of inLockOrder(uses, (use) => use.activationCodeId)) {
    const [returned = 0, left = 0] = allocate(amountCents, people === 2 ? [1, 1] : [1]);
    await trx
      .updateTable('activationCodeUses')
      .set(left === 0 ? { state: 'RELEASED' } : { amountCents: left })
      .where('attemptId', '=', attemptId)
      .where('activationCodeId', '=', activationCodeId)
      .execute();
    await putBack(trx, { id: activationCodeId, cents: returned, worksUntil, at });
  }
}

/**
 * What `returnActivationCodes` would return to codes that then work: nothing to a withdrawn one or one of an unpaid
 * bundle, and nothing that was returned before.
 */
export async function returnableCents(
  db: DbOrTrx,
  { attemptId, people }: { attemptId: string; people: 1 | 2 },
): Promise<number> {
  const uses = await db
    .selectFrom('activationCodeUses')
    .innerJoin('activationCodes', 'activationCodes.id', 'activationCodeUses.activationCodeId')
    .select(['activationCodeUses.amountCents', 'activationCodes.amountCents as worthCents', 'remainingCents'])
    .select(isOfWithdrawnBundle.as('isWithdrawn'))
    .where('attemptId', '=', attemptId)
    .where('state', '=', 'REDEEMED')
    .where('revokedAt', 'is', null)
    .execute();
  return uses.reduce((sum, { amountCents, worthCents, remainingCents, isWithdrawn }) => {
    const [returned = 0] = allocate(amountCents, people === 2 ? [1, 1] : [1]);
    return isWithdrawn && remainingCents + returned >= worthCents ? sum : sum + returned;
  }, 0);
}

/** Stores the hashes of codes of equal value. The codes themselves are shown to their buyer, and not stored. */
export async function storeActivationCodes(
  trx: Trx,
  issue: { codes: readonly string[]; amountCents: number; bundleId: string; at: Date },
): Promise<void> {
  const { codes, ...worth } = issue;
  await trx
    .insertInto('activationCodes')
    .values(codes.map((code) => codeRow({ code, ...worth, reusable: false })))
    .execute();
}

/** Demonstration codes, which never run out. Idempotent. */
export async function ensureDemonstrationCodes(
  db: DbOrTrx,
  codes: readonly { code: string; amountCents: number; packageName: string | null }[],
  at: Date,
): Promise<void> {
  const rows = codes.map(({ code, amountCents, packageName }) => ({
    ...codeRow({ code, amountCents, bundleId: null, at, reusable: true }),
    packageName,
  }));
  await db
    .insertInto('activationCodes')
    .values(rows)
    .onConflict((on) => on.column('codeHash').doUpdateSet((row) => ({ packageName: row.ref('excluded.packageName') })))
    .execute();
}

type NewYearCode = Partial<Pick<ActivationCode, 'holderId' | 'holderHash'>> & {
  code: string;
  packageName: string;
  priceCents: number;
  expiresAt: Date;
  at: Date;
};
type NewCode = { code: string; amountCents: number; bundleId: string | null; at: Date; reusable: boolean };

/** The stored part of a code: its hash and its last four characters. */
export function codeRow({ code, amountCents, bundleId, at, reusable }: NewCode) {
  const normalised = normaliseActivationCode(code);
  if (normalised === null) throw new Error('An activation code has twelve characters');
  return {
    id: newId(at),
    codeHash: hashActivationCode(normalised),
    lastFour: maskActivationCode(code).slice(1),
    amountCents,
    remainingCents: amountCents,
    reusable,
    bundleId,
    createdAt: at,
  };
}

/** What codes still pay of a payment. */
export async function redeemedCents(db: DbOrTrx, attemptId: string): Promise<number> {
  const { cents } = await db
    .selectFrom('activationCodeUses')
    .select(sql<number>`coalesce(sum(amount_cents), 0)::int`.as('cents'))
    .where('attemptId', '=', attemptId)
    .where('state', '=', 'REDEEMED')
    .executeTakeFirstOrThrow();
  return cents;
}
