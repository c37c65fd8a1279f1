import { sql } from 'kysely';
import type { Day } from '#contract/fields/day.ts';
import type { DbOrTrx, Trx } from '../db/pool.ts';
import { renewsHere } from './due-subscriptions.ts';
import { changeSubscription, type Subscription, subscriptionColumns, zonesOf } from './subscription-repository.ts';

/** A term that was paid to another system: `netCents`, without added tax. */
export type ImportedTerm = Pick<
  Subscription,
  'payerUserId' | 'packageId' | 'services' | 'autoRenew' | 'periodStart' | 'periodEnd'
> & { netCents: number };
export type ImportedPlan = ImportedTerm & Pick<Subscription, 'id' | 'userId' | 'familyId'>;

/** Starts plans that another system sold. They renew here from a given day (`YYYY-MM-DD`) on. */
export async function startImportedPlans(
  trx: Trx,
  plans: readonly ImportedPlan[],
  { renewsFrom, at }: { renewsFrom: Day; at: Date },
): Promise<void> {
  const zones = await zonesOf(
    trx,
    plans.map(({ payerUserId }) => payerUserId),
  );
  await trx
    .insertInto('subscriptions')
    .values(
      plans.map(({ netCents: _, ...plan }) => ({
        ...plan,
        timeZone: zones.get(plan.payerUserId) ?? 'UTC',
        state: 'CURRENT' as const,
        anchorDate: plan.periodStart,
        createdAt: at,
        updatedAt: at,
      })),
    )
    .execute();
  await trx
    .insertInto('importedTerms')
    .values(plans.map(({ id, periodStart, netCents }) => ({ subscriptionId: id, periodStart, netCents, renewsFrom })))
    .execute();
}

/** Whether its term was paid for in the system that it was imported from. */
export async function isImported(db: DbOrTrx, { id }: Pick<Subscription, 'id'>): Promise<boolean> {
  const found = db.selectFrom('importedTerms').select('subscriptionId').where('subscriptionId', '=', id);
  return (await found.executeTakeFirst()) !== undefined;
}

/** A locked plan that the other system still renews, and whether it is unchanged since the last import. */
export type RenewedElsewhere = { current: Subscription; isUntouched: boolean };

/** Those of these subscriptions that another system still renews, by id. */
export async function lockRenewedElsewhere(
  trx: Trx,
  ids: readonly string[],
  at: Date,
): Promise<Map<string, RenewedElsewhere>> {
  const rows = await trx
    .selectFrom('subscriptions')
    .innerJoin('importedTerms', 'importedTerms.subscriptionId', 'subscriptions.id')
    .select(subscriptionColumns.map((column) => `subscriptions.${column}` as const))
    .select('importedTerms.version as importedVersion')
    .where('subscriptions.id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .where('state', '=', 'CURRENT')
    .where(sql<boolean>`not ${renewsHere(at)}`)
    .orderBy('subscriptions.id')
    .forUpdate('subscriptions')
    .execute();
  return new Map(
    rows.map(({ importedVersion, ...current }) => [
      current.id,
      { current, isUntouched: current.version === importedVersion },
    ]),
  );
}

/** Updates a plan to its current state in the other system. It was not changed here. */
export async function replaceImportedTerm(
  trx: Trx,
  { current, term: { netCents, ...change }, at }: { current: Subscription; term: ImportedTerm; at: Date },
): Promise<void> {
  const { version } = await changeSubscription(trx, { current, change, at });
  await recordTerm(trx, { id: current.id, periodStart: change.periodStart, netCents, version });
}

/**
 * Takes over a further term that was paid there, so that it is not charged here. Plan, payer and renewal stay as chosen
 * here. False if the term is not a further one.
 */
export async function takeOverNextTerm(
  trx: Trx,
  { current, term, at }: { current: Subscription; term: ImportedTerm; at: Date },
): Promise<boolean> {
  const { periodStart, periodEnd, netCents } = term;
  if (periodStart < current.periodEnd) return false;
  await changeSubscription(trx, { current, change: { periodStart, periodEnd }, at });
  await recordTerm(trx, { id: current.id, periodStart, netCents });
  return true;
}

type RecordedTerm = { id: string; periodStart: Day; netCents: number; version?: number };

async function recordTerm(trx: Trx, { id, ...term }: RecordedTerm): Promise<void> {
  await trx.updateTable('importedTerms').set(term).where('subscriptionId', '=', id).execute();
}
