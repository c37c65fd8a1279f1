import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* All prices of all lists at one time. Version 1 has the prices at the time when versions were introduced. */
    create table price_versions (
      number int primary key,
      title text not null check (length(title) between 1 and 80),
      /* Prices of packages by id and of options by code, in cents. */
      prices jsonb not null,
      copied_from int references price_versions (number),
      /* Counts changes: an edit of an outdated revision is refused. */
      revision int not null default 1,
      created_at timestamptz not null
    );
    create index price_versions_copied_from on price_versions (copied_from);

    /* When a version takes effect; it applies until the next one does. */
    create table price_publications (
      id uuid primary key,
      version int not null references price_versions (number),
      in_force_from timestamptz not null,
      published_at timestamptz not null,
      withdrawn_at timestamptz,
      /* A version that has been in force cannot be withdrawn, because its prices may have been paid. */
      check (withdrawn_at < in_force_from)
    );
    create index price_publications_version on price_publications (version);
    create unique index price_publications_moment on price_publications (in_force_from) where withdrawn_at is null;

    create function keep_published_prices() returns trigger language plpgsql as $$
      begin
        if exists (select from price_publications where version = old.number) then
          raise exception 'price version % was published and is never changed', old.number;
        end if;
        return case tg_op when 'DELETE' then old else new end;
      end $$;
    create trigger price_versions_kept before update or delete on price_versions
      for each row execute function keep_published_prices();
  `.execute(db);
}
