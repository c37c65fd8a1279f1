import { type Kysely, sql } from 'kysely';

/** Replaces the function alone: replacing the trigger would lock `users`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* As before, but a change of what person contains beside data is told too, to endpoints that receive it. */
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
          select from unnest(array['first_name', 'last_name', 'email', 'language']) as name
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
  `.execute(db);
}
