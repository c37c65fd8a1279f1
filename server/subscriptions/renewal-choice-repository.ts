import type { DbOrTrx, Trx } from '../db/pool.ts';
import type { Row } from '../db/schema.ts';

const choiceColumns = ['packageId', 'services', 'priceVersion'] as const;
export type RenewalChoice = Row<'renewalChoices', typeof choiceColumns>;

type Term = Row<'subscriptions', readonly ['id', 'periodStart']>;
type PaidTerm = Row<'subscriptions', readonly ['id', 'periodStart', 'payerUserId']>;

/**
 * The plan that the payer chose for the renewal of the running term; null if it renews to the plan held. Days added to
 * the term leave it as it is, and of another payer nothing applies.
 */
export async function readRenewalChoice(
  db: DbOrTrx,
  { id, periodStart, payerUserId }: PaidTerm,
): Promise<RenewalChoice | null> {
  return (
    (await db
      .selectFrom('renewalChoices')
      .select(choiceColumns)
      .where('subscriptionId', '=', id)
      .where('periodStart', '=', periodStart)
      .where('payerUserId', '=', payerUserId)
      .executeTakeFirst()) ?? null
  );
}

/** Schedules a plan for the renewal of a locked subscription, in place of an earlier choice; null: the plan held. */
export async function storeRenewalChoice(
  trx: Trx,
  { current, choice, at }: { current: PaidTerm; choice: RenewalChoice | null; at: Date },
): Promise<void> {
  await dropRenewalChoice(trx, current);
  if (choice === null) return;
  const { id: subscriptionId, periodStart, payerUserId } = current;
  await trx
    .insertInto('renewalChoices')
    .values({ ...choice, subscriptionId, periodStart, payerUserId, chosenAt: at })
    .execute();
}

/** A plan that is upgraded, ends or begins again renews as it then is. */
export async function dropRenewalChoice(trx: Trx, { id, periodStart }: Term): Promise<void> {
  await trx
    .deleteFrom('renewalChoices')
    .where('subscriptionId', '=', id)
    .where('periodStart', '=', periodStart)
    .execute();
}

/** Two records of one payer were joined, or are apart again. */
export async function assignRenewalChoices(
  trx: Trx,
  { subscriptionId, from, to }: { subscriptionId: string; from: string; to: string },
): Promise<void> {
  await trx
    .updateTable('renewalChoices')
    .set({ payerUserId: to })
    .where('subscriptionId', '=', subscriptionId)
    .where('payerUserId', '=', from)
    .execute();
}
