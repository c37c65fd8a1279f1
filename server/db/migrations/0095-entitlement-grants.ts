import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* What each feature and option entitles to, and who needs no plan. quantity: gigabytes, 1 for what is had, 0 for what is not. */
    create table entitlement_grants (
      granted_by text not null,
      entitlement text not null,
      quantity int not null check (quantity >= 0),
      primary key (granted_by, entitlement)
    );
  `.execute(db);
}
