import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* The coupon's budget for all discounts, and those given so far, including payments in progress. */
    alter table coupons
      add column budget_cents int check (budget_cents > 0),
      add column spent_cents int not null default 0,
      add constraint coupons_within_budget check (budget_cents is null or spent_cents between 0 and budget_cents);
  `.execute(db);
}
