import { type Kysely, sql } from 'kysely';

/** Tables whose rows have an instant, and belong to the partition of its month (UTC). */
const tables = [
  { name: 'analytics_events', instant: 'received_at', key: 'message_id' },
  { name: 'experiment_exposures', instant: 'exposed_at', key: 'experiment_key, iteration, anonymous_id' },
  { name: 'sent_mails', instant: 'sent_at', key: 'message_id' },
  // A notification that the gateway sends again has the same instant, so both belong to one partition.
  { name: 'gateway_notifications', instant: 'occurred_at', key: 'id' },
];

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* Creates a month's partition, and moves into it the rows that came before from the default partition. */
    create function add_month(parent text, month timestamp) returns void language plpgsql as $$
      declare
        rest text := parent || '_rest';
        name text := parent || to_char(month, '_YYYY_MM');
        instant text := (select attname from pg_partitioned_table
          join pg_attribute on attrelid = partrelid and attnum = partattrs[0] where partrelid = parent::regclass);
        begins timestamptz := date_trunc('month', month) at time zone 'UTC';
        ends timestamptz := (date_trunc('month', month) + interval '1 month') at time zone 'UTC';
      begin
        if to_regclass(name) is not null then return; end if;
        execute format('lock table %I in access exclusive mode', rest);
        /* Made by another process meanwhile. */
        if to_regclass(name) is not null then return; end if;
        execute format('create table %I (like %I including all)', name, rest);
        execute format('with moved as (delete from %I where %I >= %L and %2$I < %4$L returning *)
          insert into %5$I select * from moved', rest, instant, begins, ends, name);
        execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, name, begins, ends);
      end $$;

    /* The month of this instant, the next one, and those of rows in the default partition. */
    create function add_months(parent text, at timestamptz) returns void language plpgsql as $$
      declare
        month timestamp;
      begin
        for month in execute format('
          select date_trunc(''month'', %L::timestamptz at time zone ''UTC'') + ahead
            from unnest(array[interval ''0'', interval ''1 month'']) ahead
          union select date_trunc(''month'', %I at time zone ''UTC'') from %I',
          at, (select attname from pg_partitioned_table
            join pg_attribute on attrelid = partrelid and attnum = partattrs[0] where partrelid = parent::regclass),
          parent || '_rest')
        loop
          perform add_month(parent, month);
        end loop;
      end $$;

    /* Drops the months that began before. Users of the table wait for it, so it gives up after two seconds. */
    create function drop_months(parent text, before timestamptz) returns int language plpgsql as $$
      declare
        name text;
        dropped int := 0;
      begin
        perform set_config('lock_timeout', '2s', true);
        for name in
          select inhrelid::regclass::text from pg_inherits
          where inhparent = parent::regclass and inhrelid::regclass::text ~ '_[0-9]{4}_[0-9]{2}$'
            and make_timestamptz(left(right(inhrelid::regclass::text, 7), 4)::int, right(inhrelid::regclass::text, 2)::int,
              1, 0, 0, 0, 'UTC') < before
        loop
          execute format('drop table %s', name);
          dropped := dropped + 1;
        end loop;
        return dropped;
      end $$;

    /* Experiments are never deleted; a foreign key would cost a lookup for each exposure. */
    alter table experiment_exposures drop constraint if exists experiment_exposures_experiment_key_fkey;
    drop index analytics_events_waiting, analytics_events_name, analytics_events_anonymous, gateway_notifications_received;
  `.execute(db);
  for (const { name, instant, key } of tables)
    await sql`
      alter table ${sql.table(name)} rename to ${sql.table(`${name}_before`)};
      create table ${sql.table(name)} (like ${sql.table(`${name}_before`)} including defaults including constraints)
        partition by range (${sql.ref(instant)});
      create table ${sql.table(`${name}_rest`)} partition of ${sql.table(name)} (primary key (${sql.raw(key)})) default;
    `.execute(db);
  await sql`
    create index analytics_events_waiting on analytics_events (received_at) where forwarded_at is null;
    create index analytics_events_name on analytics_events (name, received_at);
    create index analytics_events_anonymous on analytics_events (anonymous_id) where anonymous_id is not null;
    create index sent_mails_user on sent_mails (user_id, sent_at);
  `.execute(db);
  for (const { name } of tables)
    await sql`
      insert into ${sql.table(name)} select * from ${sql.table(`${name}_before`)};
      drop table ${sql.table(`${name}_before`)};
      select add_months(${sql.lit(name)}, now());
    `.execute(db);
}
