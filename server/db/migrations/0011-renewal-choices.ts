import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* What a payer chose that a term renews to; without a row it renews to the plan held, for one year. */
    create table renewal_choices (
      subscription_id uuid not null references subscriptions,
      period_start date not null,
      /* Another payer, who takes the plan over, renews the plan held. */
      payer_user_id uuid not null,
      package_id integer not null,
      services text[] not null,
      /* The price version of the day on which it was chosen: the renewal costs no more. */
      price_version integer not null,
      chosen_at timestamptz not null,
      primary key (subscription_id, period_start)
    );
  `.execute(db);
}
