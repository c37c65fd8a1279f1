import { sql } from 'kysely';
import { mergesForExport } from '../account/account-merge-repository.ts';
import { eventsOf } from '../analytics/analytics-repository.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/pool.ts';
import { appsOf } from '../identity/client-logins.ts';
import { childrenOf } from '../identity/family-repository.ts';
import { importedFrom } from '../identity/imported-content.ts';
import { hasJoined } from '../identity/user-repository.ts';
import { codesUsedBy } from '../pricing/code-user.ts';
import { feeWaiversOf } from '../pricing/fee-waiver-repository.ts';
import { paymentSections } from './export-payments.ts';
import { ownRows, person, practice } from './exported-columns.ts';

type Exported = Record<string, unknown>;

/** All data about a user as one document for them. Of the co-parent only that there is one. */
export async function exportData({ db, clock }: { db: Db; clock: Clock }, userId: string): Promise<Exported> {
  const user = await db
    .selectFrom('users')
    .select([...person, 'familyId'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const { familyId, ...personal } = user;
  const rows = (table: keyof typeof ownRows): Promise<object[]> =>
    db
      .selectFrom(table as 'sessions')
      .select(ownRows[table] as readonly string[] as readonly 'id'[])
      .where('userId', '=', userId)
      .execute();
  const sections = {
    children: familyId === null ? [] : childrenOf(db, familyId),
    ...paymentSections(db, user),
    orders: rows('orders'),
    documents: rows('documents'),
    paymentMethods: rows('paymentMethods'),
    consents: rows('consents'),
    signUps: rows('registrations'),
    invitesSent: invitesSent(db, userId),
    invitesWaiting: db
      .selectFrom('inviteTimings')
      .select(['timing', 'day', 'changedAt'])
      .where('inviterUserId', '=', userId)
      .execute(),
    signedInDevices: rows('sessions'),
    knownBrowsers: rows('knownDevices'),
    calendarFeeds: rows('calendarFeeds'),
    enrolmentProofs: rows('enrolmentProofs'),
    feeWaivers: feeWaiversOf(db, userId),
    codesUsed: codesUsedBy(db, userId),
    recordsMerged: mergesForExport(db, userId),
    appsLoggedInTo: appsOf(db, userId),
    importedFrom: importedFrom(db, userId),
    howToReachYou: rows('reach'),
    invoicesElsewhere: rows('invoiceAddresses'),
    accountChanges: rows('accountActivity'),
    authenticatorApps: rows('totpFactors'),
    passkeys: rows('passkeys'),
    recoveryCodes: rows('recoveryCodes'),
    factorRemovals: rows('factorResets'),
    ...professionalSections(db, userId),
    emailCorrectedByProfessional: rows('emailCorrections'),
    changesAskedFor: pendingContactChanges(db, userId),
    mailsSent: rows('sentMails'),
    texts: rows('sentTexts'),
    mailsThatMayComeBack: rows('mailEnvelopes'),
    mailsThatCameBack: rows('suppressedAddresses'),
    accountClosings: rows('deletionRequests'),
    doneByStaff: rows('staffActions'),
    seenByStaff: seenByStaff(db, userId),
    pageEvents: pageEvents(db, user),
  };
  const read = await Promise.all(
    Object.entries(sections).map(async ([name, section]) => [name, await section] as const),
  );
  return { exportedAt: clock.now().toISOString(), person: personal, ...Object.fromEntries(read) };
}

/** From the browser in which they signed up, from the first step until the account existed. */
async function pageEvents(
  db: Db,
  { id, anonymousId, createdAt: until }: { id: string; anonymousId: string | null; createdAt: Date },
): Promise<object[]> {
  const signUp = await db.selectFrom('registrations').select('createdAt').where('userId', '=', id).executeTakeFirst();
  return signUp && anonymousId !== null ? eventsOf(db, { anonymousId, from: signUp.createdAt, until }) : [];
}

/** What a professional has registered, opened, bought and imported. */
function professionalSections(db: Db, userId: string) {
  return {
    practice: db.selectFrom('professionals').select(practice).where('userId', '=', userId).execute(),
    familiesOpened: familiesOpened(db, userId),
    codeBundles: db
      .selectFrom('codeBundles')
      .select(['id', 'packageId', 'size', 'totalCents', 'state', 'createdAt', 'paidAt'])
      .where('professionalId', '=', userId)
      .execute(),
    listsImported: db
      .selectFrom('caseImports')
      .select(['families', 'createdAt'])
      .where('professionalId', '=', userId)
      .execute(),
  };
}

const changes = ['EMAIL_CHANGE', 'OWNERSHIP_CLAIM', 'PHONE_CHANGE'] as const;

/** Addresses and phones that wait for confirmation, or can be restored; without their links. */
function pendingContactChanges(db: Db, userId: string): Promise<Exported[]> {
  return db
    .selectFrom('singleUseTokens')
    .select(['purpose', 'data', 'createdAt', 'expiresAt', 'usedAt'])
    .where('userId', '=', userId)
    .where('purpose', 'in', changes)
    .orderBy('id')
    .execute();
}

/** Which staff looked at them, and when: the user is told a first name and a role, as on the phone. */
function seenByStaff(db: Db, userId: string): Promise<Exported[]> {
  return db
    .selectFrom('staffReads')
    .select(['at', 'kind', 'role', sql<string>`split_part(actor_name, ' ', 1)`.as('firstName')])
    .where('userId', '=', userId)
    .orderBy('at')
    .execute();
}

/** The parents a user has invited, and whether they have joined; without their links. */
async function invitesSent(db: Db, inviterUserId: string): Promise<Exported[]> {
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

/** That cases were opened, not who is in them. */
function familiesOpened(db: Db, professionalId: string) {
  return db
    .selectFrom('families')
    .select(['id', 'createdAt', 'archivedAt'])
    .where('createdByProfessionalId', '=', professionalId)
    .orderBy('id')
    .execute();
}
