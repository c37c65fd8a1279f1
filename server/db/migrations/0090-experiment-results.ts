import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* When the experiment was changed, as the caller states it; the database's own time for a change by hand. */
    alter table experiments add column changed_at timestamptz not null default now();

    create table experiment_iterations (
      experiment_key text not null references experiments (key),
      iteration int not null,
      share int not null,
      started_at timestamptz not null,
      ended_at timestamptz,
      primary key (experiment_key, iteration)
    );

    /* From now on each iteration assigns people anew, so running experiments start a new one. */
    update experiments set iteration = iteration + 1 where state = 'running';
    insert into experiment_iterations (experiment_key, iteration, share, started_at)
      select key, iteration, share, now() from experiments where state = 'running';

    drop trigger experiment_iteration on experiments;
    create or replace function count_experiment_iteration() returns trigger language plpgsql as $$
    declare
      begins boolean := new.state = 'running' and (old.state <> 'running' or old.share <> new.share);
    begin
      if new.changed_at = old.changed_at then new.changed_at := now(); end if;
      if old.state = 'running' and (begins or new.state <> 'running') then
        update experiment_iterations set ended_at = new.changed_at
          where experiment_key = old.key and iteration = old.iteration and ended_at is null;
      end if;
      if begins then
        new.iteration := old.iteration + 1;
        insert into experiment_iterations (experiment_key, iteration, share, started_at)
          values (new.key, new.iteration, new.share, new.changed_at);
      end if;
      return new;
    end $$;
    create trigger experiment_iteration before update of state, share on experiments for each row
      execute function count_experiment_iteration();

    /* Experiments shown before a payment attempt. Nothing of the visitor's id is stored with the payment. */
    create table attempt_exposures (
      attempt_id uuid not null references payment_attempts (id) on delete cascade,
      experiment_key text not null,
      iteration int not null,
      state text not null,
      /* Truncated to the minute. */
      exposed_at timestamptz not null,
      primary key (attempt_id, experiment_key, iteration)
    );
    create index attempt_exposures_experiment on attempt_exposures (experiment_key, iteration, exposed_at);
    create index attempt_exposures_age on attempt_exposures (exposed_at);
  `.execute(db);
}
