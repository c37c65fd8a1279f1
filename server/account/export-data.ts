import { childrenOf } from '../identity/family-repository.ts';
import { hasJoined, readUser } from '../identity/user-repository.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/pool.ts';
import { refundsOf } from '../payments/refund-repository.ts';
import { type Subscription, subscriptionsAround } from '../subscriptions/subscription-repository.ts';

type Row = Record<string, unknown>;

/** Secrets, hashes and other people's ids are not the person's data; everything else is. */
const withheld: ReadonlySet<string> = new Set([
  'passwordHash',
  'securityAnswerHash',
  'securityCodeHash',
  'tokenHash',
  'emailNormalised',
  'token',
  'familyId',
  'payerUserId',
  'createdByProfessionalId',
  'queuedAt',
  'version',
]);

function shown(rows: readonly object[]): Row[] {
  return rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !withheld.has(name))));
}

/** Whoever does not pay learns neither where the payer's days begin nor that a charge was declined. */
function asHeld(subscription: Subscription, userId: string): Row {
  const { timeZone, declinedOn, retryOn, ...rest } = subscription;
  return subscription.payerUserId === userId ? subscription : rest;
}

/**
 * Everything we hold about somebody, as one document for them to take along. Of the co-parent only that there is one.
 */
export async function exportData({ db, clock }: { db: Db; clock: Clock }, userId: string): Promise<Row> {
  const user = await readUser(db, userId);
  if (!user) throw new Error('Somebody who is signed in is not there');
  const own = <
    T extends 'sessions' | 'knownDevices' | 'paymentMethods' | 'consents' | 'sentMails' | 'deletionRequests' | 'orders',
  >(
    table: T,
  ) =>
    db
      .selectFrom(table as 'sessions')
      .selectAll()
      .where('userId', '=', userId)
      .execute() as Promise<object[]>;
  const [
    sessions,
    knownDevices,
    methods,
    consents,
    mails,
    deletions,
    orders,
    subscriptions,
    children,
    events,
    registrations,
    invites,
  ] = await Promise.all([
    own('sessions'),
    own('knownDevices'),
    own('paymentMethods'),
    own('consents'),
    own('sentMails'),
    own('deletionRequests'),
    own('orders') as Promise<{ id: string }[]>,
    subscriptionsAround(db, userId),
    user.familyId === null ? [] : childrenOf(db, user.familyId),
    user.anonymousId === null ? [] : eventsOf(db, user.anonymousId),
    db
      .selectFrom('registrations')
      .select(['id', 'state', 'parent', 'address', 'referral', 'language', 'createdAt'])
      .where('userId', '=', userId)
      .execute(),
    invitesSent(db, userId),
  ]);
  return {
    exportedAt: clock.now().toISOString(),
    person: shown([user])[0],
    children: shown(children),
    subscriptions: shown(subscriptions.filter((each) => each.userId === userId).map((each) => asHeld(each, userId))),
    subscriptionsPaidForOthers: shown(subscriptions.filter((subscription) => subscription.userId !== userId)).map(
      ({ userId: _, ...rest }) => rest,
    ),
    orders: shown(orders),
    refunds: shown(
      await refundsOf(
        db,
        orders.map(({ id }) => id),
      ),
    ),
    paymentMethods: shown(methods),
    consents: shown(consents),
    signUps: shown(registrations),
    invitesSent: invites,
    signedInDevices: shown(sessions),
    knownBrowsers: shown(knownDevices),
    mailsSent: shown(mails),
    accountClosings: shown(deletions),
    pageEvents: shown(events),
  };
}

/** Whom somebody has invited, and whether they have joined: nothing of the links they opened or asked for. */
async function invitesSent(db: Db, inviterUserId: string): Promise<Row[]> {
  const rows = await db
    .selectFrom('invites')
    .innerJoin('users', 'users.id', 'invites.userId')
    .select(['users.status', 'invites.userId', 'invites.invitedAt'])
    .distinctOn('invites.userId')
    .where('inviterUserId', '=', inviterUserId)
    .orderBy('invites.userId')
    .orderBy('invites.invitedAt', 'desc')
    .execute();
  return rows.map(({ status, invitedAt }) => ({ state: hasJoined(status) ? 'JOINED' : 'INVITED', invitedAt }));
}

const mostEvents = 10_000;

function eventsOf(db: Db, anonymousId: string) {
  return db
    .selectFrom('analyticsEvents')
    .select(['type', 'name', 'properties', 'receivedAt'])
    .where('anonymousId', '=', anonymousId)
    .orderBy('receivedAt')
    .limit(mostEvents)
    .execute();
}
