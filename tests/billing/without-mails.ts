import { sql } from 'kysely';
import type { TestSite } from '../setup/site.ts';

/**
 * Prevents jobs for mails and PDFs from being queued: tests of money alone discard them, and queueing one costs the
 * database more than charging a card.
 */
export async function withoutMails({ dependencies: { db } }: TestSite): Promise<void> {
  await sql`
    do $$
    declare
      arguments text;
      result text;
    begin
      select pg_get_function_arguments(oid), pg_get_function_result(oid) into arguments, result
        from pg_proc where oid = 'graphile_worker.add_job'::regproc;
      alter function graphile_worker.add_job rename to add_any_job;
      execute format($f$
        create function graphile_worker.add_job(%s) returns %s language plpgsql as $body$
        begin
          if identifier like 'send-%%' then return null; end if;
          return graphile_worker.add_any_job(
            identifier, payload, queue_name, run_at, max_attempts, job_key, priority, flags, job_key_mode);
        end $body$ $f$, arguments, result);
    end $$`.execute(db);
}
