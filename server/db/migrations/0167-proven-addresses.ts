import { type Kysely, sql } from 'kysely';

/**
 * When the owner of an account's address proved it. A proof belongs to the address it was given for, whoever changes
 * it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users add column email_proven_at timestamptz;
    /* Also shown in a browser, so that following it proves no mailbox. */
    alter table invites add column shown boolean not null default false;

    create function forget_proof_of_email() returns trigger language plpgsql as $$ begin
      if new.email_proven_at is not distinct from old.email_proven_at then new.email_proven_at := null; end if;
      return new;
    end $$;
    create trigger forget_proof_of_email before update on users for each row
      when (new.email_normalised is distinct from old.email_normalised) execute function forget_proof_of_email();

    /* Who changed the address by a mailed link, or set a password with one since. Staff's corrections prove nothing. */
    update users set email_proven_at = proved.at
      from (
        select distinct on (user_id) user_id, kind, device, at from account_activity
        where undone_at is null and (kind in ('EMAIL_CHANGED', 'EMAIL_CHANGE_UNDONE', 'CHANGE_UNDONE')
          or (kind = 'PASSWORD_CHANGED' and proofs @> '[{"kind":"MAILBOX"}]'))
        order by user_id, at desc
      ) as proved
      where proved.user_id = users.id and users.status <> 'CLOSED' and users.email <> ''
        and proved.kind in ('EMAIL_CHANGED', 'PASSWORD_CHANGED') and proved.device <> 'Evenkeel';
    /* Professionals choose a username by their mailed link alone. */
    update users set email_proven_at = created_at
      where role = 'PROFESSIONAL' and username is not null and email_proven_at is null and status <> 'CLOSED'
        and not exists (select from account_activity where user_id = users.id
          and kind in ('EMAIL_CHANGED', 'EMAIL_CHANGE_UNDONE', 'CHANGE_UNDONE'));
    /* Who joined by an invite that was mailed to the address they have, and was printed in no letter. */
    update users set email_proven_at = invites.accepted_at
      from invites
      where invites.user_id = users.id and invites.state = 'ACCEPTED' and not invites.by_letter
        and users.email_proven_at is null and users.status = 'ACTIVE'
        and (users.invited_email is null or lower(users.invited_email) = users.email_normalised)
        and not exists (select from invite_codes where invite_id = invites.id)
        and not exists (select from account_activity where user_id = users.id
          and kind in ('EMAIL_CHANGED', 'EMAIL_CHANGE_UNDONE', 'CHANGE_UNDONE'));
  `.execute(db);
  await sql`
    /* As before, but a proof of the address is told too, to endpoints that receive personal data. */
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
  `.execute(db);
}
