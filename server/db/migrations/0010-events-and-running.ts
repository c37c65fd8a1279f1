import { type Kysely, sql } from 'kysely';

/** By table: the subject and type of its events, and the columns that they contain: ids, states, days and amounts. */
const told = [
  ['users', 'people', 'person.changed.v1', 'id,family_id,role,status,created_by_professional_id,created_at'],
  ['families', 'families', 'family.changed.v1', 'id,pricing_group,created_by_professional_id,archived_at,created_at'],
  ['invites', 'invites', 'invite.changed.v1', 'id,family_id,user_id,inviter_user_id,state,expires_at,accepted_at'],
  [
    'subscriptions',
    'subscriptions',
    'subscription.changed.v1',
    'id,user_id,family_id,payer_user_id,package_id,services,state,auto_renew,period_start,period_end,ended_at',
  ],
  [
    'orders',
    'payments',
    'payment.changed.v1',
    'id,purpose,user_id,family_id,package_id,total_cents,tax_cents,refunded_cents,country,settlement_declined_at,withdrawn_at,created_at',
  ],
  ['refunds', 'refunds', 'refund.changed.v1', 'id,order_id,user_id,amount_cents,reason,state,requested_at,settled_at'],
  ['disputes', 'disputes', 'dispute.changed.v1', 'id,order_id,user_id,kind,state,amount_cents,returned_cents,reply_by'],
  ['consents', 'consents', 'consent.recorded.v1', 'id,user_id,kind,given,text_version,recorded_at'],
  ['deletion_requests', 'deletions', 'deletion.changed.v1', 'id,user_id,requested_at,closes_on,withdrawn_at,closed_at'],
  ['account_merges', 'merges', 'merge.changed.v1', 'id,kept_user_id,ended_user_id,merged_at,undone_at'],
] as const;

/** Events for other systems, and what processes share. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* Receivers of events. types: empty means all. personal_data: names and addresses are included. */
    create table event_endpoints (
      id uuid primary key,
      url text not null,
      types text[] not null default '{}',
      personal_data boolean not null default false,
      created_at timestamptz not null,
      last_failure text,
      last_failure_at timestamptz,
      /* Events wait while their endpoint is paused. RECEIVER: it answered 410. */
      paused_at timestamptz,
      paused_by text check (paused_by in ('STAFF', 'RECEIVER')),
      /* Its receiver asked for no call before this time (Retry-After). */
      not_before timestamptz not null default '-infinity',
      constraint event_endpoints_paused check ((paused_at is null) = (paused_by is null))
    );

    /* Several per endpoint while its secret is rotated. */
    create table event_secrets (
      id uuid primary key,
      endpoint_id uuid not null references event_endpoints on delete cascade,
      key_id text not null,
      sealed bytea not null,
      valid_until timestamptz
    );
    create index event_secrets_endpoint on event_secrets (endpoint_id);

    create sequence outbound_event_positions;

    create table outbound_events (
      position bigint not null default nextval('outbound_event_positions'),
      id uuid not null default uuidv7(),
      type text not null,
      subject text not null,
      data jsonb not null,
      created_at timestamptz not null default now()
    ) partition by range (created_at);
    create table outbound_events_rest partition of outbound_events (primary key (position)) default;
    create index outbound_events_subject on outbound_events (subject, position);
    select add_months('outbound_events', now());

    /* To be sent, or given up. No foreign key to endpoints: it would lock their rows in every payment. */
    create table event_deliveries (
      endpoint_id uuid not null,
      position bigint not null,
      subject text not null,
      created_at timestamptz not null,
      tries int not null default 0,
      next_at timestamptz not null default '-infinity',
      failing_since timestamptz,
      dead_at timestamptz,
      last_failure text,
      primary key (endpoint_id, position)
    );
    create index event_deliveries_subject on event_deliveries (endpoint_id, subject, position) where dead_at is null;
    create index event_deliveries_due on event_deliveries (next_at, position) where dead_at is null;
    create index event_deliveries_created on event_deliveries (created_at);
    create index event_deliveries_given_up on event_deliveries (dead_at) where dead_at is not null;

    /* Records an event and its deliveries in the transaction that changes a row; the row's lock orders its events.
       Writes nothing without endpoints. A changed name or a proof of the address is told too, to endpoints that
       receive personal data. Arguments: subject, type, columns. */
    create or replace function record_event() returns trigger language plpgsql as $$
      declare
        told text[] := string_to_array(tg_argv[2], ',');
        row_before jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) end;
        row_after jsonb := to_jsonb(new);
        about text;
        person_changed boolean;
        data_changed boolean;
        recorded record;
      begin
        if not exists (select from event_endpoints) then return null; end if;
        person_changed := tg_argv[0] = 'people' and exists (
          select from unnest(array['first_name', 'last_name', 'email', 'email_proven_at', 'language']) as name
          where row_before -> name is distinct from row_after -> name);
        select jsonb_object_agg(name, row_before -> name), jsonb_object_agg(name, row_after -> name)
          into row_before, row_after from unnest(told) as name;
        data_changed := tg_op = 'INSERT' or row_before <> row_after;
        if not data_changed
          and not (person_changed and exists (select from event_endpoints where personal_data)) then return null; end if;
        about := tg_argv[0] || '/' || new.id;
        insert into outbound_events (type, subject, data) values (tg_argv[1], about, row_after)
          returning position, created_at into recorded;
        insert into event_deliveries (endpoint_id, position, subject, created_at)
          select id, recorded.position, about, recorded.created_at from event_endpoints
          where (types = '{}' or tg_argv[1] = any(types)) and (data_changed or personal_data);
        return null;
      end $$;

    create table job_workers (
      id text primary key,
      seen_at timestamptz not null
    );

    /* Unlogged: a crash may lose counted attempts, and nothing else. expire is in Unix milliseconds. */
    create unlogged table rate_limits (
      key varchar(255) primary key,
      points integer not null default 0,
      expire bigint
    );
    create index rate_limits_expiry on rate_limits (expire);

    /* How far the rules' clock runs ahead of real time. Never changed where real money is charged. */
    create table clock_offset (
      only_row boolean primary key default true check (only_row),
      ahead_ms bigint not null
    );
    insert into clock_offset (ahead_ms) values (0);
  `.execute(db);
  for (const [table, subject, type, columns] of told)
    await sql`
      create trigger record_event after insert or update on ${sql.table(table)}
        for each row execute function record_event(${sql.lit(subject)}, ${sql.lit(type)}, ${sql.lit(columns)})
    `.execute(db);
}
