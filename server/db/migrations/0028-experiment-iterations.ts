import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* An experiment that is restarted, or divided differently, starts a new iteration: earlier exposures say nothing
       about it. */
    alter table experiments add column iteration int not null default 1;
    alter table experiment_exposures add column iteration int not null default 1;
    alter table experiment_exposures drop constraint experiment_exposures_pkey;
    alter table experiment_exposures add primary key (experiment_key, iteration, anonymous_id);

    create function count_experiment_iteration() returns trigger language plpgsql as $$
    begin
      new.iteration := old.iteration + 1;
      return new;
    end $$;
    create trigger experiment_iteration before update of state, share on experiments for each row
      when (new.state = 'running' and (old.state <> 'running' or old.share <> new.share))
      execute function count_experiment_iteration();
  `.execute(db);
}
