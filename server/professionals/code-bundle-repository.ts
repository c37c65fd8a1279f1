import type { BundleSize } from '#contract/professionals/code-bundles.ts';
import type { DbOrTrx, Trx } from '../db/pool.ts';
import type { Row } from '../db/schema.ts';
import { newId } from '../new-id.ts';

const bundleColumns = [
  'id',
  'professionalId',
  'packageId',
  'size',
  'faceCents',
  'totalCents',
  'state',
  'createdAt',
  'paidAt',
  'shownAt',
  'keptAt',
] as const;
export type CodeBundle = Omit<Row<'codeBundles', typeof bundleColumns>, 'size'> & { size: BundleSize };
type BundleKey = { bundleId: string; professionalId: string };

/** A bundle to pay for. An earlier unpaid choice is reused. */
export async function draftBundle(
  trx: Trx,
  draft: {
    professionalId: string;
    packageId: number;
    size: BundleSize;
    faceCents: number;
    totalCents: number;
    at: Date;
  },
): Promise<string> {
  const { at, ...values } = draft;
  await trx.selectFrom('users').select('id').where('id', '=', draft.professionalId).forUpdate().execute();
  let same = trx
    .selectFrom('codeBundles')
    .select('id')
    .where('state', '=', 'DRAFT')
    .where('professionalId', '=', draft.professionalId);
  same = same
    .where('packageId', '=', draft.packageId)
    .where('size', '=', draft.size)
    .where('totalCents', '=', draft.totalCents);
  const earlier = await same.executeTakeFirst();
  if (earlier) return earlier.id;
  const id = newId(at);
  await trx
    .insertInto('codeBundles')
    .values({ ...values, id, state: 'DRAFT', createdAt: at })
    .execute();
  return id;
}

/** Another professional's bundle looks like one that does not exist. */
export async function bundleOf(db: DbOrTrx, { bundleId, professionalId }: BundleKey): Promise<CodeBundle | null> {
  const row = await db
    .selectFrom('codeBundles')
    .select(bundleColumns)
    .where('id', '=', bundleId)
    .where('professionalId', '=', professionalId)
    .executeTakeFirst();
  return (row as CodeBundle | undefined) ?? null;
}

export async function lockBundle(trx: Trx, { bundleId, professionalId }: BundleKey): Promise<CodeBundle | null> {
  const row = await trx
    .selectFrom('codeBundles')
    .select(bundleColumns)
    .where('id', '=', bundleId)
    .where('professionalId', '=', professionalId)
    .forUpdate()
    .executeTakeFirst();
  return (row as CodeBundle | undefined) ?? null;
}

/** Locks the bundle that an order paid for, if any, until the transaction ends. It is locked before the order. */
export async function lockBundleOfOrder(trx: Trx, orderId: string): Promise<void> {
  const paidFor = trx
    .selectFrom('orders')
    .innerJoin('paymentAttempts', 'paymentAttempts.id', 'orders.attemptId')
    .select('subjectId')
    .where('orders.id', '=', orderId)
    .where('orders.purpose', '=', 'CODE_BUNDLE');
  await trx.selectFrom('codeBundles').select('id').where('id', 'in', paidFor).orderBy('id').forUpdate().execute();
}

export async function paidBundles(db: DbOrTrx, professionalId: string): Promise<CodeBundle[]> {
  const rows = await db
    .selectFrom('codeBundles')
    .select(bundleColumns)
    .where('professionalId', '=', professionalId)
    .where('state', '=', 'PAID')
    .orderBy('paidAt', 'desc')
    .limit(200)
    .execute();
  return rows as CodeBundle[];
}

export type IssuedCode = {
  bundleId: string | null;
  id: string;
  lastFour: string;
  amountCents: number;
  remainingCents: number;
  revokedAt: Date | null;
  refundedAt: Date | null;
};
export type CodeUse = { activationCodeId: string; usedAt: Date; firstName: string; lastName: string };

export async function codesOfBundles(db: DbOrTrx, bundleIds: readonly string[]): Promise<IssuedCode[]> {
  if (bundleIds.length === 0) return [];
  return db
    .selectFrom('activationCodes')
    .select(['id', 'bundleId', 'lastFour', 'amountCents', 'remainingCents', 'revokedAt', 'refundedAt'])
    .where('bundleId', 'in', bundleIds)
    .orderBy('id')
    .execute();
}

/** Uses of codes: only the day and the user's initials. */
export async function usesOfCodes(db: DbOrTrx, bundleIds: readonly string[]): Promise<CodeUse[]> {
  if (bundleIds.length === 0) return [];
  return db
    .selectFrom('activationCodeUses as uses')
    .innerJoin('activationCodes as codes', 'codes.id', 'uses.activationCodeId')
    .innerJoin('orders', 'orders.attemptId', 'uses.attemptId')
    .innerJoin('users', 'users.id', 'orders.userId')
    .select((eb) => [
      'uses.activationCodeId',
      'orders.createdAt as usedAt',
      eb.fn.coalesce('users.invitedFirstName', 'users.firstName').as('firstName'),
      eb.fn.coalesce('users.invitedLastName', 'users.lastName').as('lastName'),
    ])
    .where('codes.bundleId', 'in', bundleIds)
    .where('uses.state', '=', 'REDEEMED')
    .orderBy('orders.createdAt')
    .execute();
}

/**
 * Withdraws unused codes; used ones keep their remaining amount. Returns how many were withdrawn. The guard is in the
 * update, which waits for a concurrent use and checks again. `refunded`: their price is refunded.
 */
export async function withdrawUnusedCodes(
  trx: Trx,
  { bundleId, refunded = false, at }: { bundleId: string; refunded?: boolean; at: Date },
): Promise<number> {
  // In the order in which a payment with several codes locks them.
  const codes = trx.selectFrom('activationCodes').select('id').where('bundleId', '=', bundleId);
  await codes.orderBy('id').forUpdate().execute();
  const withdrawn = await trx
    .updateTable('activationCodes')
    .set({ revokedAt: at, ...(refunded ? { refundedAt: at } : {}) })
    .where('bundleId', '=', bundleId)
    .where('revokedAt', 'is', null)
    .whereRef('remainingCents', '=', 'amountCents')
    .returning('id')
    .execute();
  await trx
    .updateTable('codeBundles')
    .set((eb) => ({ keptAt: eb.fn.coalesce('keptAt', eb.val(at)) }))
    .where('id', '=', bundleId)
    .execute();
  return withdrawn.length;
}
