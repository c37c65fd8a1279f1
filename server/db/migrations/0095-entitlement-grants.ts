import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* Entitlements of each feature and option, and without a plan. quantity: gigabytes; 1 for yes, 0 for no. */
    create table entitlement_grants (
      granted_by text not null,
      entitlement text not null,
      quantity int not null check (quantity >= 0),
      primary key (granted_by, entitlement)
    );
  `.execute(db);
}
