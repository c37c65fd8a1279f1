import { setTimeout as wait } from 'node:timers/promises';
import { queueTables } from '../setup/database/queue-tables.ts';
import type { PaymentStatus } from './applicant.ts';
import type { FaultSite } from './fault-site.ts';
import { reconcileBooks } from './reconcile-books.ts';
import { aMinutePasses } from './time-passes.ts';

/** Without jobs that were given up, which the books report. */
const openWork = `
  select (select count(*) from payment_attempts where state in ('PENDING', 'UNKNOWN'))
       + (select count(*) from graphile_worker.jobs
          where attempts < max_attempts and (run_at <= now() or last_error is not null)) as open`;

const lateLooks = `select id from graphile_worker.jobs
  where task_identifier in ('void-late-charge', 'handle-gateway-notification')`;

/** False if something is left at the deadline. */
async function workEnds(site: FaultSite, deadline: number): Promise<boolean> {
  for (;;) {
    const { rows } = await site.sql.query<{ open: number }>(openWork);
    if (rows[0]?.open === 0) return true;
    if (Date.now() >= deadline) return false;
    await aMinutePasses(site.sql);
    await wait(200);
  }
}

/**
 * Waits for remaining work, then reconciles the books. Returns the disagreements, empty if there are none, and after
 * them what is left to do at the deadline: books that are read before it ends prove nothing.
 */
export async function settledBooks({
  site,
  told,
  rounds = 1,
  withinMs = 30_000,
}: {
  site: FaultSite;
  told: readonly PaymentStatus[];
  /** How often every fault happened. */
  rounds?: number;
  withinMs?: number;
}): Promise<string[]> {
  const deadline = Date.now() + withinMs;
  await workEnds(site, deadline);
  // Makes the jobs due that look for late charges of abandoned attempts, or wait to retry a report.
  await site.sql.query(`select graphile_worker.reschedule_jobs(array(${lateLooks}), run_at => now())`);
  const hasEnded = await workEnds(site, deadline);
  const { databaseUrl, sandboxUrl } = site;
  const disagreements = await reconcileBooks({ databaseUrl, sandboxUrl, told, rounds });
  return hasEnded ? disagreements : [...disagreements, `Not all work had ended:\n${await describeSite(site)}`];
}

const whatWaits = `
  select 'attempt ' || id || ' ' || state || ' sends ' || sends || ' sent ' || coalesce(sent_at, created_at) as line
    from payment_attempts where state in ('PENDING', 'UNKNOWN')
  union all
  select tasks.identifier || ' ' || jobs.payload || ' at ' || run_at || ' tries ' || attempts || ' held by ' ||
    coalesce(locked_by, 'nobody') || ' ' || coalesce(last_error, '')
  from ${queueTables.jobs} as jobs join ${queueTables.tasks} as tasks on tasks.id = jobs.task_id
    where tasks.identifier <> 'send-credentials-link'
  union all
  select 'worker ' || id || ' seen ' || seen_at from job_workers`;

/** What is needed to find out why a test hangs: the waiting work, and recent problems in the logs. */
export async function describeSite(site: FaultSite): Promise<string> {
  const { rows } = await site.sql.query<{ line: string }>(whatWaits);
  const problems = site
    .output()
    .split('\n')
    .filter((line) => /"level":(40|50|60|"warn")/.test(line))
    .slice(-40);
  return [`now ${new Date().toISOString()}`, ...rows.map(({ line }) => line), ...problems].join('\n');
}
