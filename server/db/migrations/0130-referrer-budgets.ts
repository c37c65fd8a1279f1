import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* A referrer's budget for all discounts, those given so far, including payments in progress, and the uses allowed
       per person. Null: no limit. */
    alter table referrers
      add column budget_cents int check (budget_cents > 0),
      add column spent_cents int not null default 0,
      add column per_person int check (per_person > 0),
      add constraint referrers_within_budget check (budget_cents is null or spent_cents between 0 and budget_cents);
    update referrers set spent_cents =
      (select coalesce(sum(discount_cents), 0) from coupon_uses where referrer_key = key and state <> 'RELEASED');
  `.execute(db);
}
