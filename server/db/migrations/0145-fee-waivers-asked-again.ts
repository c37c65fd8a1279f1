import { type Kysely, sql } from 'kysely';

/** A sign-up may request another year once the previous request was decided, like an account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create unique index fee_waivers_registration_asked on fee_waivers (registration_id)
      where registration_id is not null and state = 'ASKED';
    drop index fee_waivers_registration;
    create index fee_waivers_registration on fee_waivers (registration_id) where registration_id is not null;
  `.execute(db);
}
