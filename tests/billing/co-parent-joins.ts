import { mostDaysBeforeJoining } from '#contract/account/days-before-joining.ts';
import { addDays } from '#server/subscriptions/calendar.ts';
import { joinsByInvite } from '../setup/invited.ts';
import type { TestSite } from '../setup/site.ts';

async function readPlan({ dependencies: { db } }: TestSite, payerUserId: string) {
  return db
    .selectFrom('subscriptions')
    .innerJoin('users', 'users.id', 'subscriptions.userId')
    .innerJoin('subscriptionPeriods as paid', (join) =>
      join
        .onRef('paid.subscriptionId', '=', 'subscriptions.id')
        .onRef('paid.periodStart', '=', 'subscriptions.periodStart')
        .on('paid.refunded', '=', false),
    )
    .select(['users.id as userId', 'users.email', 'users.status', 'subscriptions.periodEnd'])
    .select(['paid.daysBeforeJoining as added', 'paid.periodEnd as paidUntil'])
    .where('payerUserId', '=', payerUserId)
    .where('subscriptions.state', '=', 'CURRENT')
    .whereRef('subscriptions.userId', '!=', 'payerUserId')
    .executeTakeFirst();
}

/** The parent for whom the payer has paid joins, and has as many more days as are recorded. */
export async function coParentJoins(site: TestSite, payerUserId: string): Promise<void> {
  const before = await readPlan(site, payerUserId);
  if (before?.status !== 'INVITED' || !(await joinsByInvite(site, before))) return;
  const after = await readPlan(site, payerUserId);
  if (!after) throw new Error('A plan has ended because its holder joined');
  const isRight =
    after.periodEnd === addDays(before.periodEnd, after.added) &&
    after.paidUntil === after.periodEnd &&
    after.added <= mostDaysBeforeJoining;
  if (!isRight) throw new Error(`${after.added} days were added: ${before.periodEnd} became ${after.periodEnd}`);
}
