import type pg from 'pg';

/**
 * Fills a fresh database with subscribers whose renewal is due on a day: each with a card on file and a first year
 * paid.
 */
export async function insertDueSubscriptions(
  pool: pg.Pool,
  { count, dueOn, mark }: { count: number; dueOn: string; mark: string },
): Promise<void> {
  const id = (kind: string, number = 'n') => `md5('${mark}-${kind}-' || ${number})::uuid`;
  const start = `('${dueOn}'::date - interval '1 year')::date`;
  const quote = JSON.stringify({ priced: { taxAmount: 0, includedTax: 0, subTotalAfterDiscount: 14_400 } });
  await pool.query(`
    insert into families (id, pricing_group, created_at) select ${id('family')}, 'P0', now() from generate_series(1, ${count}) n;
    insert into users (id, family_id, role, status, first_name, last_name, email, email_normalised,
      phone_country_code, phone_number, language, color,
        line1, city, region, postal_code, country, created_at, updated_at)
      select ${id('user')}, ${id('family')}, 'PARENT_A', 'ACTIVE', 'Marta', 'Ruiz', '${mark}' || n || '@example.com', '${mark}' || n || '@example.com', '+1',
        (2000000000 + n)::text, 'en', '#F2B261', '12 Lake Street', 'Minneapolis', 'MN', '55401', 'US', now(), now()
      from generate_series(1, ${count}) n;
    insert into payment_methods (id, user_id, type, token, card_last_four, card_brand, is_default, created_at)
      select ${id('method')}, ${id('user')}, 'CREDIT_CARD', '${mark}' || n, '1111', 'Visa', true, now() from generate_series(1, ${count}) n;
    insert into payment_attempts (id, purpose, subject_id, state, idempotency_key, request_hash, amount_cents,
      purchase, created_at)
      select ${id('attempt')}, 'SIGN_UP', ${id('family')}, 'APPROVED', 'first', '\\x00', 14400, '{}', now() from generate_series(1, ${count}) n;
    insert into orders (id, attempt_id, purpose, user_id, family_id, package_id, quote, total_cents, tax_cents,
      language, time_zone, created_at)
      select ${id('order')}, ${id('attempt')}, 'SIGN_UP', ${id('user')}, ${id('family')}, 1001, '${quote}', 14400, 0, 'en', 'UTC', now() from generate_series(1, ${count}) n;
    insert into subscriptions (id, user_id, family_id, payer_user_id, package_id, state, anchor_date, period_start,
      period_end, created_at, updated_at)
      select ${id('subscription')}, ${id('user')}, ${id('family')}, ${id('user')}, 1001, 'CURRENT', ${start}, ${start}, '${dueOn}', now(), now()
      from generate_series(1, ${count}) n;
    insert into subscription_periods (subscription_id, period_start, period_end, order_id, paid_cents)
      select ${id('subscription')}, ${start}, '${dueOn}', ${id('order')}, 14400 from generate_series(1, ${count}) n;
    insert into renewal_notices (subscription_id, period_end, days_before, user_id, announced_on, quote, created_at)
      select ${id('subscription')}, '${dueOn}', 7, ${id('user')}, '${dueOn}'::date - 7,
        '{"priced": {"package": {"id": 0}, "options": []}}', now() from generate_series(1, ${count}) n;
    analyze`);
}
