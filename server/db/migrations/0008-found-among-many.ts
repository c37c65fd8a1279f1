import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* Setting a username completes the registration that this finds. */
    create index registrations_user on registrations (user_id) where user_id is not null;
    /* Whether the same phone is in a paid family, checked at steps 1 and 2; a person's past subscriptions. */
    create index subscriptions_family on subscriptions (family_id);
    create index subscriptions_user on subscriptions (user_id, id);
    /* Each discount link creates a coupon: every price reads the general ones and those of one referrer. */
    create index coupons_referrer on coupons (referrer_key);
    /* The people whom a person has invited, for an export and when an account is closed. */
    create index invites_inviter on invites (inviter_user_id);
  `.execute(db);
}
