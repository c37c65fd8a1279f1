import { type RawBuilder, sql } from 'kysely';
import type { Day } from '#contract/fields/day.ts';
import type { DbOrTrx } from '../db/pool.ts';
import { payerClosesFirst } from './closing-payer.ts';

/**
 * What an order paid for: whose subscription, from when until when (ISO dates; null if it was paid for but not
 * granted). `renews`: it currently renews at the payer's expense.
 */
export type PaidTerm = {
  orderId: string;
  userId: string;
  firstName: string;
  lastName: string;
  from: Day | null;
  until: Day | null;
  renews: boolean;
};

/**
 * A single order gets a query of its own. PostgreSQL estimates ten rows for a list, so a generic plan looks more
 * expensive and it would plan anew each time, which costs seven times as much as the read.
 */
function isAsked(orderIds: readonly string[]): RawBuilder<unknown> {
  return orderIds.length === 1 ? sql`= ${orderIds[0]}::uuid` : sql`= any(${orderIds}::uuid[])`;
}

/**
 * The payer's own first; other people by the names that their inviter entered, even if they have changed them. A fully
 * refunded order names the people it was meant for; one that paid for no plan names nobody.
 */
export async function paidTerms(db: DbOrTrx, orderIds: readonly string[]): Promise<PaidTerm[]> {
  if (orderIds.length === 0) return [];
  const { rows } = await sql<PaidTerm>`
    with asked as (select id, attempt_id, purpose, user_id from orders where id ${isAsked(orderIds)}),
    given as (
      select order_id, subscription_id, period_start as begins, period_end as ends, refunded
      from subscription_periods where order_id ${isAsked(orderIds)}
      union all
      select upgrades.order_id, upgrades.subscription_id, upgrades.upgraded_on, periods.period_end, upgrades.refunded
      from subscription_upgrades as upgrades
      join lateral (
        select period_end from subscription_periods
        where subscription_id = upgrades.subscription_id and period_start = upgrades.period_start order by refunded
          limit 1
      ) as periods on true
      where upgrades.order_id ${isAsked(orderIds)}
    ),
    meant as (
      select asked.id as order_id, subscriptions.user_id
      from asked join payment_attempts on payment_attempts.id = asked.attempt_id
      join subscriptions on subscriptions.id = payment_attempts.subject_id
      where asked.purpose in ('RENEWAL', 'UPGRADE')
      union all
      select asked.id, parent_id::uuid
      from asked join payment_attempts on payment_attempts.id = asked.attempt_id,
      jsonb_array_elements_text(payment_attempts.purchase->'parentIds') as parent_id
      where asked.purpose = 'PROFESSIONAL_PLAN'
      union all
      select id, user_id from asked where purpose in ('SIGN_UP', 'INVITE')
    ),
    terms as (
      select order_id, user_id, subscription_id, begins, ends,
        not refunded and state = 'CURRENT' and auto_renew and not has_open_dispute(payer_user_id)
          and not ${payerClosesFirst} and period_end = ends
          and payer_user_id = (select user_id from asked where asked.id = order_id) as renews
      from given join subscriptions on subscriptions.id = subscription_id
      union all
      select order_id, user_id, null, null, null, false from meant where order_id not in (select order_id from given)
    )
    select terms.order_id, terms.user_id,
      case when terms.user_id = asked.user_id then first_name else coalesce(invited_first_name, first_name)
        end as first_name,
      case when terms.user_id = asked.user_id then last_name else coalesce(invited_last_name, last_name)
        end as last_name,
      begins as "from", ends as "until", renews
    from terms join users on users.id = terms.user_id join asked on asked.id = terms.order_id
    order by terms.order_id, terms.user_id = asked.user_id desc, subscription_id, users.id`.execute(db);
  return rows;
}
