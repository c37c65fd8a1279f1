import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table renewal_notices
      /* Whom it tells: the payer of a renewal, or the holder of a plan that ends. */
      add column user_id uuid,
      /* The day on which it was told; null until then. Nobody is charged a renewal that was not announced to them. */
      add column announced_on date;
    /* Those of earlier terms decide nothing any more. */
    update renewal_notices set announced_on = renewal_notices.created_at::date,
      user_id = case when quote is null then subscriptions.user_id else payer_user_id end
      from subscriptions
      where subscriptions.id = subscription_id and renewal_notices.period_end = subscriptions.period_end;
  `.execute(db);
}
