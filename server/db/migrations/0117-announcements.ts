import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* The growth team's temporary texts in place of built-in ones. The last published one of a place applies. */
    create table announcements (
      number int generated always as identity primary key,
      place text not null check (place in ('BANNER', 'OFFER')),
      english text not null check (length(english) between 1 and 90),
      spanish text not null check (length(spanish) between 1 and 90),
      ends_at timestamptz not null,
      written_at timestamptz not null,
      published_at timestamptz
    );
    create index announcements_published on announcements (place, published_at desc, number desc) where published_at is not null;
  `.execute(db);
}
