import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* Referrers whose links and coupons give a discount. A link without a row here gives none, whatever it says. */
    create table referrers (
      key text primary key check (key ~ '^[a-z0-9_-]{1,64}$'),
      /* The highest percentage of a discount link; null: only this referrer's coupons give a discount, no link. */
      highest_percent int check (highest_percent between 1 and 90),
      valid_from timestamptz,
      valid_until timestamptz,
      max_uses int check (max_uses > 0),
      uses int not null default 0 check (uses >= 0),
      active boolean not null default true,
      check (max_uses is null or uses <= max_uses)
    );
    /* Referrers for whom an operator made coupons stay valid. Coupons per sign-up are no longer created or read. */
    update coupons set referrer_key = lower(referrer_key) where referrer_key is not null and referrer_key not like 'registration:%';
    insert into referrers (key)
      select distinct referrer_key from coupons where referrer_key ~ '^[a-z0-9_-]{1,64}$';

    /* A use belongs to a coupon, to a referrer, or to both. */
    alter table coupon_uses
      alter column coupon_id drop not null,
      add column referrer_key text references referrers,
      add check (coupon_id is not null or referrer_key is not null);
    create index coupon_uses_referrer on coupon_uses (referrer_key) where referrer_key is not null;
  `.execute(db);
}
