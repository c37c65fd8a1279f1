import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* Without accents and capitals: "nunez" finds Núñez. Removing accents costs more than reading the row. */
    create function fold_text(text) returns text immutable parallel safe language sql return
      case when octet_length($1) = length($1) then lower($1)
        else regexp_replace(normalize(lower($1), NFD), '[\u0300-\u036f]', '', 'g') end;

    /* For people in families opened by professionals: the name and address they were given, folded. */
    alter table users add column folded_name text, add column folded_email text;
    alter table children add column folded_name text;

    /* Set by the database: the previous release lacks these columns, and deleting a name must clear them. */
    create function fold_person() returns trigger language plpgsql as $$
      begin
        new.folded_name := fold_text(concat_ws(' ',
          coalesce(new.invited_last_name, new.last_name), coalesce(new.invited_first_name, new.first_name)));
        new.folded_email := fold_text(coalesce(new.invited_email, new.email));
        return new;
      end $$;
    create trigger person_folded
      before insert or update of first_name, last_name, email, invited_first_name, invited_last_name, invited_email
      on users for each row when (new.created_by_professional_id is not null) execute function fold_person();

    create function fold_child() returns trigger language plpgsql as $$
      begin
        new.folded_name := fold_text(new.first_name);
        return new;
      end $$;
    create trigger child_folded before insert or update of first_name on children
      for each row execute function fold_child();

    update users set first_name = first_name where created_by_professional_id is not null;
    update children set first_name = first_name from families
      where families.id = children.family_id and families.created_by_professional_id is not null;
  `.execute(db);
}
