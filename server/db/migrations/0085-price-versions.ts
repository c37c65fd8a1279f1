import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* Every price of every list at once. Version 1 is what the catalogue cost when versions began. */
    create table price_versions (
      number int primary key,
      title text not null check (length(title) between 1 and 80),
      /* Packages by id, options by code, in cents. */
      prices jsonb not null,
      copied_from int references price_versions (number),
      /* Counts changes: who edits what somebody else has changed meanwhile is refused. */
      revision int not null default 1,
      created_at timestamptz not null
    );
    create index price_versions_copied_from on price_versions (copied_from);

    /* From which moment a version is in force, until the next one is. */
    create table price_publications (
      id uuid primary key,
      version int not null references price_versions (number),
      in_force_from timestamptz not null,
      published_at timestamptz not null,
      withdrawn_at timestamptz,
      /* Prices that held for a while were paid: that is not taken back. */
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
