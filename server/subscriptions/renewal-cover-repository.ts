import { enqueue } from '../db/job-queue.ts';
import type { DbOrTrx, Trx } from '../db/pool.ts';
import type { Row } from '../db/schema.ts';

type Term = Row<'subscriptions', readonly ['id', 'periodStart', 'payerUserId']>;
/** `coParentId`: for whom the renewal also pays, unless they declined. */
export type RenewalCover = { coParentId: string; declinedAt: Date | null };

/** Whether the renewal of the running term also pays for the other parent, who still belongs to the family. */
export async function readRenewalCover(
  db: DbOrTrx,
  { id, periodStart, payerUserId }: Term,
): Promise<RenewalCover | null> {
  return (
    (await db
      .selectFrom('renewalCovers')
      .innerJoin('subscriptions', 'subscriptions.id', 'renewalCovers.subscriptionId')
      .innerJoin('users', 'users.id', 'renewalCovers.coParentUserId')
      .select(['coParentUserId as coParentId', 'declinedAt'])
      .where('subscriptionId', '=', id)
      .where('renewalCovers.periodStart', '=', periodStart)
      .where('renewalCovers.payerUserId', '=', payerUserId)
      .where('users.status', '!=', 'CLOSED')
      .whereRef('users.familyId', '=', 'subscriptions.familyId')
      .executeTakeFirst()) ?? null
  );
}

/** What its payer was told that the renewal costs for both, also if it was declined since; null if not chosen. */
export async function readCoverQuote<Quote>(
  db: DbOrTrx,
  { id, periodStart, payerUserId }: Term,
): Promise<Quote | null> {
  const row = await db
    .selectFrom('renewalCovers')
    .select('quote')
    .where('subscriptionId', '=', id)
    .where('periodStart', '=', periodStart)
    .where('payerUserId', '=', payerUserId)
    .executeTakeFirst();
  return (row?.quote as Quote | undefined) ?? null;
}

/** For whom the next renewal also pays; null if only for its holder. */
export async function coveredBy(db: DbOrTrx, term: Term): Promise<string | null> {
  const cover = await readRenewalCover(db, term);
  return cover?.declinedAt === null ? cover.coParentId : null;
}

/** The subscriptions of others whose next renewal also pays for this parent. */
export async function coversFor(db: DbOrTrx, coParentUserId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('renewalCovers')
    .innerJoin('subscriptions', 'subscriptions.id', 'renewalCovers.subscriptionId')
    .select('subscriptionId')
    .where('coParentUserId', '=', coParentUserId)
    .where('declinedAt', 'is', null)
    .where('state', '=', 'CURRENT')
    .where('autoRenew', '=', true)
    .whereRef('renewalCovers.periodStart', '=', 'subscriptions.periodStart')
    .whereRef('renewalCovers.payerUserId', '=', 'subscriptions.payerUserId')
    .orderBy('subscriptionId')
    .execute();
  return rows.map(({ subscriptionId }) => subscriptionId);
}

/**
 * The caller has locked the subscription, and replaces what is left of another payer, or for somebody who is no longer
 * the other parent.
 */
export async function storeRenewalCover(
  trx: Trx,
  { current, coParentId, quote, at }: { current: Term; coParentId: string; quote: object; at: Date },
): Promise<void> {
  const { id: subscriptionId, periodStart, payerUserId } = current;
  const chosen = { payerUserId, coParentUserId: coParentId, chosenAt: at };
  const cover = { ...chosen, quote: JSON.stringify(quote), declinedAt: null };
  await trx
    .insertInto('renewalCovers')
    .values({ subscriptionId, periodStart, ...cover })
    .onConflict((on) => on.columns(['subscriptionId', 'periodStart']).doUpdateSet(cover))
    .execute();
}

export async function declineRenewalCover(
  trx: Trx,
  { current: { id, periodStart }, at }: { current: Term; at: Date },
): Promise<void> {
  await trx
    .updateTable('renewalCovers')
    .set({ declinedAt: at })
    .where('subscriptionId', '=', id)
    .where('periodStart', '=', periodStart)
    .execute();
}

/** Removes the cover of a renewal that was not declined. Returns for whom it was. */
export async function takeRenewalCover(trx: Trx, { id, periodStart }: Term): Promise<string | null> {
  const taken = await trx
    .deleteFrom('renewalCovers')
    .where('subscriptionId', '=', id)
    .where('periodStart', '=', periodStart)
    .where('declinedAt', 'is', null)
    .returning('coParentUserId')
    .executeTakeFirst();
  return taken?.coParentUserId ?? null;
}

/** The renewal pays only for its holder, or does not take place: the other parent is told, and a new payer. */
export async function dropRenewalCover(
  trx: Trx,
  { current, after: { version, payerUserId } }: { current: Term; after: Term & { version: number } },
): Promise<void> {
  const coParentId = await takeRenewalCover(trx, current);
  if (coParentId === null) return;
  for (const userId of payerUserId === current.payerUserId ? [coParentId] : [coParentId, payerUserId])
    await enqueueCoverMail(trx, { subscriptionId: current.id, userId, version, covers: false });
}

type CoverMail = { subscriptionId: string; userId: string; version: number; covers: boolean };

/** Tells a payer or the other parent whether the next renewal pays for both. */
export async function enqueueCoverMail(trx: Trx, payload: CoverMail): Promise<void> {
  const { subscriptionId, userId, version, covers } = payload;
  await enqueue(trx, {
    name: 'send-renewal-cover',
    payload,
    key: `renewal-cover:${subscriptionId}:${version}:${userId}:${covers}`,
  });
}
