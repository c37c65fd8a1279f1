import { type Kysely, sql } from 'kysely';

/**
 * Phones stored as typed are compared with phones in one form, without the digit that is dialled only inside a country.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update users set phone_number = substr(phone_number, 2)
      where (phone_country_code = '+1' and phone_number ~ '^1[0-9]{10}$')
        or (phone_country_code in ('+44', '+61', '+64') and phone_number ~ '^0[0-9]{8,10}$');
  `.execute(db);
}
