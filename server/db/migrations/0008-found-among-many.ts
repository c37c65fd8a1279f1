import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* Setting a username completes the registration it belongs to. */
    create index registrations_user on registrations (user_id) where user_id is not null;
    /* Whether somebody with the same phone is in a paid family, asked at step 1 and 2; what somebody has had. */
    create index subscriptions_family on subscriptions (family_id);
    create index subscriptions_user on subscriptions (user_id, id);
    /* Each discount link leaves a coupon of its own: every price asks for those of everybody and of one referrer. */
    create index coupons_referrer on coupons (referrer_key);
    /* Whom somebody has invited, for an export and when an account is closed. */
    create index invites_inviter on invites (inviter_user_id);
  `.execute(db);
}
