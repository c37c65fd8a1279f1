import type { PersonView } from '#contract/api/staff/staff-people.ts';
import type { Db } from '../db/pool.ts';
import { readUser, type User } from '../identity/user-repository.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { accountPageSummary, type SummaryDependencies } from './account-page-summary.ts';
import { contactProofs } from './contact-proofs.ts';
import { viewDuplicates } from './duplicates.ts';
import { maskedPerson } from './masked-person.ts';
import { offeredActions } from './offered-actions.ts';
import { recordRead } from './staff-reads.ts';
import type { StaffSession } from './staff-session.ts';
import { readTimeline } from './timeline.ts';

async function planOf(db: Db, userId: string): Promise<string> {
  const plan = await db
    .selectFrom('subscriptions')
    .innerJoin('packages', 'packages.id', 'subscriptions.packageId')
    .leftJoin('subscriptionPeriods as paid', (join) =>
      join
        .onRef('paid.subscriptionId', '=', 'subscriptions.id')
        .onRef('paid.periodStart', '=', 'subscriptions.periodStart')
        .on('paid.refunded', '=', false),
    )
    .select(['packages.texts', 'subscriptions.periodEnd', 'subscriptions.autoRenew', 'paid.daysBeforeJoining'])
    .where('subscriptions.userId', '=', userId)
    .where('subscriptions.state', '=', 'CURRENT')
    .executeTakeFirst();
  if (!plan) return 'No plan';
  const { texts, periodEnd, autoRenew, daysBeforeJoining: days } = plan;
  const added = days ? ` (${days} ${days === 1 ? 'day' : 'days'} from before they joined added)` : '';
  return `${texts.en.displayName}, until ${periodEnd}${added}, ${autoRenew ? 'renews' : 'does not renew'}`;
}

const viewOf = ({ id, ...user }: User) => maskedPerson({ userId: id, ...user });

/** A user's page: timeline, family and possible actions; no contact data. */
export async function viewPerson(
  dependencies: SummaryDependencies,
  { userId, staff }: { userId: string; staff: StaffSession },
): Promise<PersonView | Refusal<'NOT_FOUND'>> {
  const { db, clock, sellers } = dependencies;
  const user = await readUser(db, userId);
  if (!user) return refuse('NOT_FOUND');
  await recordRead(db, { staff, kind: 'PAGE', userIds: [userId], at: clock.now() });
  const family = user.familyId === null ? [] : await familyOf(db, user.familyId);
  const at = clock.now();
  const [plan, proofs, seen, duplicates, timeline, actions] = await Promise.all([
    planOf(db, userId),
    contactProofs(db, user),
    accountPageSummary(dependencies, user),
    viewDuplicates(db, user, at),
    readTimeline(db, userId),
    offeredActions(db, { user, sellers, at, roles: staff.roles }),
  ]);
  return {
    ...viewOf(user),
    plan,
    contactProofs: proofs,
    timeZone: user.timeZone,
    accountPageSummary: seen,
    family: family.filter((one) => one.userId !== userId).map(maskedPerson),
    duplicates,
    timeline,
    actions,
  };
}

const familyOf = (db: Db, familyId: string) =>
  db
    .selectFrom('users')
    .select(['id as userId', 'firstName', 'lastName', 'role', 'status', 'country'])
    .where('familyId', '=', familyId)
    .execute();
