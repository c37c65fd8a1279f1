import { type Kysely, sql } from 'kysely';

/** Parents of imported families belonged to the main site: until they sign in, theirs is their professional's. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update users set site_country = professional.site_country
      from users professional
      where professional.id = users.created_by_professional_id
        and professional.site_country is not null
        and users.site_country is null
        and users.status = 'INVITED'
  `.execute(db);
}
