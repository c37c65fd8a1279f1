import { type Kysely, sql } from 'kysely';

/**
 * Tables whose rows have an instant and belong to the partition of its month (UTC), which is dropped as a whole, and what is
 * counted from them.
 */
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

    /* Notifications of the payment gateway. They have no id, so each is identified by the digest of its text. Once
       handled, or if its kind is ignored, only its arrival is kept. */
    create table gateway_notifications (
      id text not null check (id ~ '^[0-9a-f]{64}$'),
      kind text not null,
      event jsonb,
      /* A notification that the gateway sends again has the same instant, so both belong to one partition. */
      occurred_at timestamptz not null,
      received_at timestamptz not null,
      handled_at timestamptz
    ) partition by range (occurred_at);
    create table gateway_notifications_rest partition of gateway_notifications (primary key (id)) default;

    /* Sent mails by their message id, so that repeats after a crash are recognised. */
    create table sent_mails (
      message_id text not null,
      template text not null,
      user_id uuid,
      sent_at timestamptz not null
    ) partition by range (sent_at);
    create table sent_mails_rest partition of sent_mails (primary key (message_id)) default;
    create index sent_mails_user on sent_mails (user_id, sent_at);

    /* Mails that can bounce, by the hash of the tag in their sender. Addresses are keyed hashes, safe from guessing. */
    create table mail_envelopes (
      tag_hash bytea primary key,
      /* Null for a person without an account. */
      user_id uuid references users,
      address_hash bytea not null,
      template text not null,
      /* The worst report so far; a repeated report changes nothing. */
      reported text check (reported in ('SOFT', 'HARD', 'COMPLAINT')),
      /* Not sent, because of reports about earlier mails. */
      withheld text check (withheld in ('SOFT', 'HARD', 'COMPLAINT')),
      sent_at timestamptz not null,
      /* Its address was entered again since: late bounces change nothing, a complaint still does. */
      ignores_bounces boolean not null default false
    );
    create index mail_envelopes_reader on mail_envelopes (user_id, address_hash);
    create index mail_envelopes_sent on mail_envelopes (sent_at);

    /* Also by reader: what happens to one account's mails must reveal nothing about another with the same address. */
    create table suppressed_addresses (
      user_id uuid references users,
      address_hash bytea not null,
      cause text not null check (cause in ('SOFT', 'HARD', 'COMPLAINT')),
      reports int not null,
      reported_at timestamptz not null,
      /* Different mails that were refused for good. */
      hard_reports int not null default 0,
      unique nulls not distinct (user_id, address_hash)
    );
    create index suppressed_addresses_reported on suppressed_addresses (reported_at);

    /* What became of a text message, without its number and its words. at: when it came to that fate. */
    create table sent_texts (
      text_id text not null,
      kind text not null,
      user_id uuid not null,
      fate text not null
        check (fate in ('SENT', 'DELIVERED', 'UNDELIVERED', 'REFUSED', 'UNSAFE', 'SWITCHED_OFF', 'NOT_TAKEN',
          'GIVEN_UP')),
      at timestamptz not null,
      /* By which the provider reports what became of a text that it had taken. */
      provider_id text
    ) partition by range (at);
    create table sent_texts_rest partition of sent_texts (primary key (text_id)) default;
    create index sent_texts_user on sent_texts (user_id, at);
    create index sent_texts_provider on sent_texts (provider_id) where provider_id is not null;

    create table analytics_events (
      message_id text not null,
      type text not null check (type in ('track', 'page', 'identify')),
      name text,
      anonymous_id text,
      properties jsonb not null,
      received_at timestamptz not null,
      forwarded_at timestamptz,
      /* Attributes of the page request. Not forwarded with the event. */
      country text,
      device text,
      language text
    ) partition by range (received_at);
    create table analytics_events_rest partition of analytics_events (primary key (message_id)) default;
    create index analytics_events_waiting on analytics_events (received_at) where forwarded_at is null;
    create index analytics_events_name on analytics_events (name, received_at);
    /* Events of a person's browser, for their export. */
    create index analytics_events_anonymous on analytics_events (anonymous_id) where anonymous_id is not null;

    create table experiments (
      key text primary key,
      state text not null check (state in ('running', 'off', 'control', 'treatment')),
      share int not null check (share between 0 and 100),
      /* An experiment that is restarted, or divided differently, starts a new iteration: earlier exposures say
         nothing about it. */
      iteration int not null default 1,
      /* When the experiment was changed, as the caller states it; the database's own time for a change by hand. */
      changed_at timestamptz not null default now()
    );

    create table experiment_iterations (
      experiment_key text not null references experiments (key),
      iteration int not null,
      share int not null,
      started_at timestamptz not null,
      ended_at timestamptz,
      primary key (experiment_key, iteration)
    );

    /* Experiments are never deleted; a foreign key would cost a lookup for each exposure. */
    create table experiment_exposures (
      experiment_key text not null,
      anonymous_id text not null,
      state text not null,
      exposed_at timestamptz not null,
      iteration int not null default 1
    ) partition by range (exposed_at);
    create table experiment_exposures_rest partition of experiment_exposures (primary key (experiment_key, iteration, anonymous_id)) default;

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

    /* People by their furthest step on a day, recounted from all events of that day each time. */
    create table funnel_counts (
      flow text not null,
      /* Empty: everybody. Otherwise the people exposed to an experiment: its key, iteration and group. */
      variant text not null,
      day date not null,
      country text not null,
      device text not null,
      language text not null,
      /* Position of the furthest step. */
      furthest int not null,
      people int not null,
      primary key (flow, variant, day, country, device, language, furthest)
    );
    create index funnel_counts_day on funnel_counts (day);

    create table funnel_refusals (
      flow text not null,
      variant text not null,
      day date not null,
      country text not null,
      device text not null,
      language text not null,
      position int not null,
      code text not null,
      people int not null,
      stopped int not null,
      primary key (flow, variant, day, country, device, language, position, code)
    );
    create index funnel_refusals_day on funnel_refusals (day);

    create table funnel_days (
      day date primary key,
      counted_at timestamptz not null
    );

    select add_months(name, now()) from unnest(array['analytics_events', 'experiment_exposures', 'sent_mails', 'sent_texts',
      'gateway_notifications']) as name;
  `.execute(db);
}
