import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* Whose links and coupons take something off. Without a row here a link is worth nothing, whatever it says. */
    create table referrers (
      key text primary key check (key ~ '^[a-z0-9_-]{1,64}$'),
      /* The highest percentage of a discount link; null: only the coupons of this referrer count, no link. */
      highest_percent int check (highest_percent between 1 and 90),
      valid_from timestamptz,
      valid_until timestamptz,
      max_uses int check (max_uses > 0),
      uses int not null default 0 check (uses >= 0),
      active boolean not null default true,
      check (max_uses is null or uses <= max_uses)
    );
    /* Referrers that an operator has made coupons for go on counting. A coupon per sign-up is no longer made, nor read.
       */
    update coupons set referrer_key = lower(referrer_key) where referrer_key is not null and referrer_key not like 'registration:%';
    insert into referrers (key)
      select distinct referrer_key from coupons where referrer_key ~ '^[a-z0-9_-]{1,64}$';

    /* A use is of a coupon, of a referrer, or of both. */
    alter table coupon_uses
      alter column coupon_id drop not null,
      add column referrer_key text references referrers,
      add check (coupon_id is not null or referrer_key is not null);
    create index coupon_uses_referrer on coupon_uses (referrer_key) where referrer_key is not null;
  `.execute(db);
}
