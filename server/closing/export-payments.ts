import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import type { Row } from '../db/schema.ts';
import { ownAttempts } from './own-attempts.ts';

const refund = [
  'id',
  'orderId',
  'userId',
  'transactionId',
  'amountCents',
  'reason',
  'state',
  'gatewayId',
  'refusals',
  'lastRefusal',
  'retryAt',
  'requestedAt',
  'settledAt',
] as const;

/** A bank's statements about a payment, without the gateway's ids. */
const dispute = ['orderId', 'kind', 'state', 'reason', 'amountCents', 'stateAt', 'createdAt'] as const;

const subscription = [
  'id',
  'packageId',
  'services',
  'state',
  'autoRenew',
  'timeZone',
  'anchorDate',
  'periodStart',
  'periodEnd',
  'declinedOn',
  'retryOn',
  'endedAt',
  'createdAt',
  'updatedAt',
] as const;

const held = [...subscription, 'userId', 'payerUserId'] as const;

/** A holder who does not pay learns neither the payer's time zone nor that a charge was declined. */
function asHeld({ payerUserId, timeZone, declinedOn, retryOn, ...rest }: Row<'subscriptions', typeof held>) {
  return payerUserId === rest.userId ? { ...rest, timeZone, declinedOn, retryOn } : rest;
}

/** A user's plans and payments, by section of their export. Of a plan that another person pays, no amounts. */
export function paymentSections(db: Db, user: { id: string; anonymousId: string | null; createdAt: Date }) {
  const userId = user.id;
  const subscriptions = db.selectFrom('subscriptions').orderBy('id');
  const ownOrders = db.selectFrom('orders').select('orders.id').where('orders.userId', '=', userId);
  return {
    subscriptions: subscriptions
      .select(held)
      .where('userId', '=', userId)
      .execute()
      .then((rows) => rows.map(asHeld)),
    subscriptionsPaidForOthers: subscriptions
      .select(subscription)
      .where('payerUserId', '=', userId)
      .where('userId', '!=', userId)
      .execute(),
    termsPaid: db
      .selectFrom('subscriptionPeriods')
      .select(['subscriptionId', 'periodStart', 'periodEnd', 'orderId', 'paidCents', 'refunded', 'daysBeforeJoining'])
      .where('orderId', 'in', ownOrders)
      .orderBy('periodStart')
      .execute(),
    termsImported: db
      .selectFrom('importedTerms')
      .innerJoin('subscriptions', 'subscriptions.id', 'importedTerms.subscriptionId')
      // Without the amount: another person may have paid it, of whom the import has no record.
      .select(['subscriptionId', 'importedTerms.periodStart', 'renewsFrom'])
      .where('subscriptions.userId', '=', userId)
      .execute(),
    upgradesPaid: db
      .selectFrom('subscriptionUpgrades')
      .select([
        'subscriptionId',
        'orderId',
        'periodStart',
        'upgradedOn',
        'paidCents',
        'previousPackageId',
        'previousServices',
        'refunded',
      ])
      .where('orderId', 'in', ownOrders)
      .execute(),
    renewalsChosen: db
      .selectFrom('renewalChoices')
      .select(['subscriptionId', 'periodStart', 'packageId', 'services', 'chosenAt'])
      .where('payerUserId', '=', userId)
      .orderBy('chosenAt')
      .execute(),
    renewalsForBoth: db
      .selectFrom('renewalCovers')
      .select(['subscriptionId', 'periodStart', 'chosenAt'])
      .where('payerUserId', '=', userId)
      .orderBy('chosenAt')
      .execute(),
    refunds: db.selectFrom('refunds').select(refund).where('orderId', 'in', ownOrders).execute(),
    disputes: db.selectFrom('disputes').select(dispute).where('userId', '=', userId).execute(),
    paymentAttempts: attemptsOf(db, userId),
    experimentsSeen: experimentsSeenBy(db, user),
  };
}

/** With the stored payer data. */
async function attemptsOf(db: Db, userId: string) {
  const { rows } = await sql`
    with tried as ${ownAttempts(userId)}
    select id, purpose, state, amount_cents, created_at, settled_at,
      purchase #- '{payer,customer,id}' -> 'payer' as payer, purchase -> 'country' as country,
      outcome ->> 'reason' as decline_reason, outcome -> 'authentication' as authentication
    from tried order by id`.execute(db);
  return rows;
}

/**
 * Variants shown before the user's payments, and to their browser until the account was created: later ones may be
 * another person's.
 */
async function experimentsSeenBy(
  db: Db,
  { id, anonymousId, createdAt }: { id: string; anonymousId: string | null; createdAt: Date },
) {
  const shown = ['experimentKey', 'iteration', 'exposedAt'] as const;
  const atPayments = db
    .selectFrom('attemptExposures')
    .innerJoin('orders', 'orders.attemptId', 'attemptExposures.attemptId')
    .select([...shown, 'state as variant'])
    .where('orders.userId', '=', id)
    .execute();
  if (anonymousId === null) return atPayments;
  const inBrowser = db
    .selectFrom('experimentIterations')
    .innerJoin('experimentExposures', (join) =>
      join
        .onRef('experimentExposures.experimentKey', '=', 'experimentIterations.experimentKey')
        .onRef('experimentExposures.iteration', '=', 'experimentIterations.iteration'),
    )
    .select(['experimentExposures.experimentKey', 'experimentExposures.iteration', 'exposedAt', 'state as variant'])
    .where('anonymousId', '=', anonymousId)
    .where('exposedAt', '<=', createdAt)
    .execute();
  return (await Promise.all([atPayments, inBrowser])).flat();
}
