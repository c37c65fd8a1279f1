import { type Selectable, sql } from 'kysely';
import { type Day, utcDay } from '#contract/fields/day.ts';
import { enqueue, type JobName } from '#server/db/job-queue.ts';
import type { Database } from '#server/db/schema.ts';
import { openSession } from '#server/identity/session-repository.ts';
import { Postponed } from '#server/jobs/failed-attempt.ts';
import { jobs } from '#server/jobs/jobs.ts';
import { newId } from '#server/new-id.ts';
import { renewSubscription } from '#server/plans/renew-subscription.ts';
import { scanBilling } from '#server/plans/scan-billing.ts';
import { addDays } from '#server/subscriptions/calendar.ts';
import { queueTables } from './database/queue-tables.ts';
import { userIdOf } from './person.ts';
import { type InboxMessage, mailsTo } from './sandbox.ts';
import { type PaymentOptions, type Registration, readyToPay, submitPayment } from './sign-up.ts';
import type { TestSite } from './site.ts';

/** A person who has signed up and paid. `periodEnd`: the day of the first renewal. */
export type Subscriber = {
  userId: string;
  email: string;
  coParentEmail: string;
  subscriptionId: string;
  periodEnd: Day;
};

type SubscribeOptions = PaymentOptions & {
  address?: Parameters<typeof readyToPay>[1];
  registration?: Registration;
  /** False: nobody is told of the first renewal before a scan does. */
  announced?: boolean;
};

export async function subscribe(site: TestSite, options: SubscribeOptions = {}): Promise<Subscriber> {
  const { address, registration = await readyToPay(site.app, address), announced = true, ...submission } = options;
  const paid = await submitPayment(site.app, registration, submission);
  if (paid.body.outcome !== 'PAID') throw new Error(`Paying answered ${paid.status}: ${JSON.stringify(paid.body)}`);
  const { db } = site.dependencies;
  const userId = await userIdOf(db, registration.email);
  await db
    .updateTable('users')
    .set({ status: 'ACTIVE', emailProvenAt: new Date(), username: `u${userId.replaceAll('-', '').slice(0, 20)}` })
    .where('id', '=', userId)
    .execute();
  const { id, periodEnd } = await db
    .selectFrom('subscriptions')
    .select(['id', 'periodEnd'])
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  if (announced) await announceAll(site);
  return {
    userId,
    email: registration.email,
    coParentEmail: registration.coParentEmail,
    subscriptionId: id,
    periodEnd,
  };
}

/**
 * As if all coming renewals had been announced long ago, at the price of some other plan, and payers had agreed to
 * those for parents who never joined.
 */
export async function announceAll({ dependencies: { db } }: TestSite): Promise<void> {
  await sql`
    insert into renewal_notices (subscription_id, period_end, days_before, user_id, announced_on, created_at, quote)
    select id, period_end, 366, payer_user_id, period_start - 30, created_at,
      '{"priced": {"package": {"id": 0}, "options": []}}' from subscriptions where state = 'CURRENT'
    order by id
    on conflict (subscription_id, period_end, days_before) do update set user_id = excluded.user_id`.execute(db);
  await sql`
    update subscriptions set asked_for = period_end
    where id in (select id from subscriptions order by id for update)`.execute(db);
}

/** A browser's headers, freshly signed in. */
export async function signedIn(
  { dependencies: { db }, clock }: TestSite,
  userId: string,
): Promise<Record<string, string>> {
  const { token } = await openSession(db, { userId, device: 'Test', remembered: false, at: clock.now() });
  return { cookie: `session=${token}`, origin: 'http://localhost:3000' };
}

export async function subscriptionOf(
  { dependencies: { db } }: TestSite,
  { subscriptionId }: Pick<Subscriber, 'subscriptionId'>,
): Promise<Selectable<Database['subscriptions']>> {
  return db.selectFrom('subscriptions').selectAll().where('id', '=', subscriptionId).executeTakeFirstOrThrow();
}

/** Moves the clock to an hour at which a day has started in America and Europe, and ended nowhere. */
export function moveClockTo({ clock }: TestSite, day: Day, count = 0): Day {
  const target = addDays(day, count);
  clock.set(new Date(`${target}T13:00:00Z`));
  return target;
}

/**
 * Runs a scan and all waiting jobs in this process, until none is left. Returns their names. `announced`: most tests
 * skip the days on which renewals are announced.
 */
export async function runDue(site: TestSite, { announced = true } = {}): Promise<JobName[]> {
  if (announced) await announceAll(site);
  await scanBilling(site.dependencies);
  return drain(site);
}

/**
 * Runs the waiting jobs, `times` each, because a queue may deliver twice. `atOnce`: the number of workers. Without
 * `mails` nothing is sent or printed, for tests of money alone.
 */
export async function drain(
  { jobDependencies }: TestSite,
  { times = 1, atOnce = 1, mails = true } = {},
): Promise<JobName[]> {
  const { db } = jobDependencies;
  const jobNames: JobName[] = [];
  for (;;) {
    const { rows } = await sql<{ task: JobName; payload: never }>`
      with taken as (
        delete from ${sql.table(queueTables.jobs)} as jobs using ${sql.table(queueTables.tasks)} as tasks
        where tasks.id = jobs.task_id and jobs.run_at <= now()
        returning jobs.id, tasks.identifier as task, jobs.payload
      ) select task, payload from taken order by id`.execute(db);
    if (rows.length === 0) return jobNames;
    const waiting = rows.values();
    const work = async () => {
      for (const { task, payload } of waiting) {
        if (!mails && task.startsWith('send-')) continue;
        for (let time = 0; time < times; time++)
          await jobs[task].run(jobDependencies, payload).catch((error: unknown) => {
            if (!(error instanceof Postponed)) throw error;
            return enqueue(db, { name: task, payload, runAt: error.until });
          });
        jobNames.push(task);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
  }
}

/** While the gateway processes the next charge, another person pays for a plan of this one. */
export function paidMeanwhile({ jobDependencies: { gateway, db } }: TestSite, userId: string): void {
  const realSale = gateway.sale;
  gateway.sale = async (request) => {
    gateway.sale = realSale;
    const answer = await realSale(request);
    const { familyId } = await db
      .selectFrom('users')
      .select('familyId')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    const at = new Date();
    const [periodStart, anchorDate, periodEnd] = [utcDay(at), utcDay(at), addDays(utcDay(at), 365)];
    await db
      .insertInto('subscriptions')
      .values({
        id: newId(at),
        userId,
        familyId: familyId ?? '',
        payerUserId: userId,
        packageId: 1001,
        state: 'CURRENT',
        periodStart,
        anchorDate,
        periodEnd,
        createdAt: at,
        updatedAt: at,
      })
      .execute();
    return answer;
  };
}

/** Renews as two concurrent workers would. */
export async function renewTwiceAtOnce(
  { jobDependencies }: TestSite,
  { subscriptionId }: Pick<Subscriber, 'subscriptionId'>,
): Promise<void> {
  await Promise.all([1, 2].map(() => renewSubscription(jobDependencies, { subscriptionId })));
}

/** Mails to an address, oldest first. */
export async function mailsInOrder({ sandboxUrl }: TestSite, to: string): Promise<InboxMessage[]> {
  return (await mailsTo(sandboxUrl, to)).toReversed();
}
