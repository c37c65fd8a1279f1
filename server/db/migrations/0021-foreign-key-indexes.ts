import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* Without these, a deletion or a lookup from the referenced row reads the whole table. On a running site they are
       created concurrently beforehand. */
    create index if not exists code_bundles_package on code_bundles (package_id);
    create index if not exists coupon_uses_coupon on coupon_uses (coupon_id);
    create index if not exists deletion_requests_user on deletion_requests (user_id);
    create index if not exists email_corrections_corrected_by on email_corrections (corrected_by);
    create index if not exists email_corrections_user on email_corrections (user_id);
    create index if not exists invites_family on invites (family_id);
    create index if not exists orders_family on orders (family_id);
    create index if not exists orders_package on orders (package_id);
    create index if not exists refunds_user on refunds (user_id);
    create index if not exists subscription_periods_order on subscription_periods (order_id);
    create index if not exists subscription_upgrades_previous_package on subscription_upgrades (previous_package_id);
    create index if not exists subscriptions_package on subscriptions (package_id);
    create index if not exists users_created_by_professional on users (created_by_professional_id);
  `.execute(db);
}
